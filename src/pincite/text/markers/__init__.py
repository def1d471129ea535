"""Citation markers: found in an answer in whatever style it displays them.

`Marker` says where a marker stands and which keys it carries; what the keys resolve to is for the resolver.
"""

from pincite.text.markers.marker import Marker, MarkerScan
from pincite.text.markers.scan import scan_markers

__all__ = ["Marker", "MarkerScan", "scan_markers"]
