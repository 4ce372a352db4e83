export const SPACE = 1
export const DELIMITER = 2

/** ISO 32000-1, 7.2.2 defines these. Class 0 belongs to a word. */
export const KINDS = new Uint8Array(256)
for (const code of [0, 9, 10, 12, 13, 32]) KINDS[code] = SPACE
for (const character of '()<>[]{}/%') KINDS[character.charCodeAt(0)] = DELIMITER

export function afterWord(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && KINDS[bytes[at] ?? 0] === 0) at += 1
  return at
}
