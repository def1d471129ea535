"""Instructions inside a text that are aimed at a judge or a model."""

from pincite.text.injection.pattern import InjectionKind
from pincite.text.injection.scan import Injection, injections, neutralise

__all__ = ["Injection", "InjectionKind", "injections", "neutralise"]
