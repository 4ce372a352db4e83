import type { Bitmap } from './open-document.ts'

const WHITE = 0xffffffff

/** Nearly all words of a page of text are white, and comparing words is four times as fast as bytes. */
export function isGray({ data }: Bitmap): boolean {
  const words =
    data.byteOffset % 4 === 0
      ? new Uint32Array(data.buffer, data.byteOffset, data.length >> 2)
      : new Uint32Array()
  for (let word = 0; word + 2 < words.length; word += 3) {
    const isWhite = words[word] === WHITE && words[word + 1] === WHITE && words[word + 2] === WHITE
    if (!isWhite && !isGrayBetween(data, 4 * word, 4 * word + 12)) return false
  }
  return isGrayBetween(data, 12 * Math.floor(words.length / 3), data.length)
}

function isGrayBetween(data: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 3)
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false
  return true
}
