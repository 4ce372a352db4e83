/** The titles of the messages, drawn: one line of even weight, as a pen would draw them. */
export type LetteringWord = 'Check !' | 'Succeed' | 'Match' | 'Mismatch' | 'Error'

interface Glyph {
  readonly path: string
  readonly advance: number
}

/** Capitals stand from 4 to 20, small letters from 10 to 20; a pen of 2.4 draws around these lines. */
const GLYPHS: Readonly<Record<string, Glyph>> = {
  C: { path: 'M14.9 7.2A8 8 0 1 0 14.9 16.8', advance: 18 },
  E: { path: 'M12 4H2v16h10M2 12h8.5', advance: 15 },
  M: { path: 'M2 20V4l7 10 7-10v16', advance: 20 },
  S: { path: 'M12 7.2C11 5 9 4 7 4 4 4 2 5.7 2 8c0 5.5 10.5 2.6 10.5 8 0 2.4-2.2 4-5.3 4-2.6 0-4.7-1.2-5.7-3.4', advance: 15.5 },
  a: { path: 'M11.5 10v10M11.5 15a5 5 0 1 0-10 0a5 5 0 1 0 10 0', advance: 15 },
  c: { path: 'M10.3 11.8A5 5 0 1 0 10.3 18.2', advance: 13 },
  d: { path: 'M11.5 3v17M11.5 15a5 5 0 1 0-10 0a5 5 0 1 0 10 0', advance: 15 },
  e: { path: 'M1.6 15H11.5A5 5 0 1 0 10.1 18.5', advance: 14 },
  h: { path: 'M1.5 3v17M1.5 14.5a4.5 4.5 0 0 1 9 0V20', advance: 14 },
  i: { path: 'M1.8 10v10M1.8 5.4v.2', advance: 5.6 },
  k: { path: 'M1.5 3v17M9.5 10l-8 6.2M4.9 13.6L10 20', advance: 12 },
  m: { path: 'M1.5 10v10M1.5 14a4 4 0 0 1 8 0v6M9.5 14a4 4 0 0 1 8 0v6', advance: 21 },
  o: { path: 'M11.5 15a5 5 0 1 0-10 0a5 5 0 1 0 10 0', advance: 14.5 },
  r: { path: 'M1.5 10v10M1.5 15a5 5 0 0 1 5-5h.6', advance: 9 },
  s: {
    path: 'M9 12C8.4 10.7 7 10 5.5 10 3.5 10 2 11 2 12.5c0 3.3 7.5 1.6 7.5 5C9.5 19 7.8 20 5.6 20 3.8 20 2.2 19.2 1.5 17.8',
    advance: 12,
  },
  t: { path: 'M4.5 5.5v11A3.5 3.5 0 0 0 8 20h.8M1 10h7.5', advance: 10.5 },
  u: { path: 'M1.5 10v5.5a4.5 4.5 0 0 0 9 0V10M10.5 10v10', advance: 14 },
  '!': { path: 'M2 4v10.5M2 19.6v.2', advance: 4 },
  ' ': { path: '', advance: 5 },
}

interface Placed {
  readonly path: string
  readonly at: number
}

function setLine(word: LetteringWord): { readonly letters: readonly Placed[]; readonly width: number } {
  let at = 2
  const letters = [...word].map((letter) => {
    const glyph = GLYPHS[letter] ?? { path: '', advance: 0 }
    const placed = { path: glyph.path, at }
    at += glyph.advance
    return placed
  })
  return { letters, width: at + 1 }
}

/** A drawn word; assistive technology reads it as English text. */
export function Lettering({ word }: { readonly word: LetteringWord }) {
  const { letters, width } = setLine(word)
  return (
    <svg className="lettering" role="img" aria-label={word} lang="en" viewBox={`0 0 ${width} 24`} height="30">
      {letters.map(({ path, at }) => (
        <path key={at} d={path} transform={`translate(${at})`} />
      ))}
    </svg>
  )
}
