// What a stream is told, and what it delivers: whoever imports Ingest knows these as well.
@_exported public import Addressing
@_exported public import Decoding
