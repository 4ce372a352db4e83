const PIECE_BYTES = 64 * 1024
/** A UTF-16 unit takes at most this many UTF-8 bytes. */
const UNIT_BYTES = 3

/** Joining would widen one-byte strings. Pieces own transferable memory. */
export async function* piecesOf(
  batches: AsyncIterable<readonly string[]>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let piece = pieceFor(PIECE_BYTES)
  let size = 0
  for await (const texts of batches)
    for (const text of texts) {
      const most = UNIT_BYTES * text.length
      if (size + most > piece.length) {
        if (size > 0) yield piece.subarray(0, size)
        piece = pieceFor(Math.max(PIECE_BYTES, most))
        size = 0
      }
      size += piece.write(text, size)
    }
  if (size > 0) yield piece.subarray(0, size)
}

const pieceFor = (bytes: number): Buffer<ArrayBuffer> => Buffer.from(new ArrayBuffer(bytes))
