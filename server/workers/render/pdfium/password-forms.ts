/** SASLprep maps the first to spaces (RFC 3454, C.1.2) and drops the second (B.1). */
const OTHER_SPACES = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/g
const DROPPED = /[\u00ad\u1806\u2060\ufeff\p{Variation_Selector}]|\u034f|\u200c|\u200d/gu

/** These are the differences from Latin-1 (ISO 32000-1, annex D.2). */
const DOC_ENCODING: readonly (readonly [first: number, characters: string])[] = [
  [0x18, '˘ˇˆ˙˝˛˚˜'],
  [0x80, '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'],
  [0xa0, '€'],
]
const DOC_ENCODED: ReadonlyMap<string, string> = new Map(
  DOC_ENCODING.flatMap(([first, characters]) =>
    [...characters].map((character, index): [string, string] => [
      character,
      String.fromCharCode(first + index),
    ]),
  ),
)

/**
 * Likely forms come first: PDF 2.0 (SASLprep, RFC 4013), as typed, older. PDFium encodes as UTF-8 or Latin-1, so PDFDocEncoding passes
 * as Latin-1.
 */
export function passwordForms(password: string): string[] {
  const prepared = password.replace(OTHER_SPACES, ' ').replace(DROPPED, '').normalize('NFKC')
  const composed = password.normalize('NFC')
  const encoded = [...composed].map((character) => DOC_ENCODED.get(character) ?? character).join('')
  return [...new Set([prepared, password, composed, encoded])].filter((form) => form !== '')
}
