const PIECE = 64 * 1024

export async function* utf8(
  text: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Buffer> {
  let waiting: string[] = []
  let length = 0
  for await (const piece of text) {
    waiting.push(piece)
    length += piece.length
    if (length < PIECE) continue
    yield Buffer.from(waiting.join(''))
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.from(waiting.join(''))
}
