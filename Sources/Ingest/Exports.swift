// What a stream is told and what it delivers: whoever imports Ingest knows these as well.
@_exported public import Addressing
@_exported public import Capture
@_exported public import Decoding
@_exported public import Drawing
@_exported public import Stills
@_exported public import Streams
