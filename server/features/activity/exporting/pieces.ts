/** A piece is sent as soon as it is nearly so large: small enough to begin at once, large enough that sending costs little. */
const PIECE_BYTES = 64 * 1024
/** No character takes more in UTF-8, for each of its units in memory. */
const UNIT_BYTES = 3

/**
 * Joins texts to pieces of about one size, in UTF-8. Each text is written by itself: joined before, those of one byte for a character would be
 * widened by their neighbours. Each piece has memory of its own, so that it can be handed to another thread.
 */
export async function* piecesOf(batches: AsyncIterable<readonly string[]>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
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
