/** The typefaces of signed PDFs have these code points (hexadecimal), which need no complex layout. */
const WRITTEN_RANGES = `
  20-7e a0-3e1 3f0-52f 10fb 1100-11ff 1ab0-1ac0 1ac5 1ac7-1ace 1c80-1c88 1d00-1df9 1dfb-20c0 20dd-20de 20f0-216b 2170-217b 2183-2184 2189
  2190-2199 21b8-21b9 21c4-21c6 21cb-21cc 21d0 21d2 21d4 21e6-21e9 21f5 2200 2202-2203 2205-220b 220f 2211-2213 2215 221a 221d-2220 2223
  2225-222e 2234-2237 223d 2243 2245 2248 224c 2252 2260-2262 2264-2267 226a-226b 226e-226f 2272-2273 2276-2277 2282-2287 228a-228b 2295-2299
  22a0 22a5 22bf 22da-22db 2305-2307 2312 2318 23b0-23b1 23be-23cc 23ce 23da-23db 2423 2460-25ab 25b1-25b3 25b6-25b7 25bc-25bd 25c0-25c1
  25c6-25cc 25ce-25d3 25e2-25e6 25ef 2600-2603 2605-2606 2609 260e-260f 2616-2617 261c-261f 262f 2640-2642 2660-266f 2672-267d 26a0 26bd-26be
  2702 2713 271a 273d 273f-2740 2756 2776-277f 27a1 2934-2935 29bf 29fa-29fb 2b05-2b07 2b1a 2c60-2c7f 2de0-2ffb 3000-312d 3131-31ba 31c0-31e3
  31f0-32fe 3300-332b 332d-33ff 3400-4db5 4e00-9fd0 a640-a69f a700-a7ca a7d0-a7d1 a7d3 a7d5-a7d9 a7f2-a7ff a92e a960-a97c ab30-ab6b ac00-d7fb
  f900-fa6d fb00-fb06 fe10-fe6b ff01-fffd 10780-107ba 1df00-1df1e 1f100-1f10a 1f110-1f12e 1f130-1f16b 1f170-1f19a 1f200-1f23a 1f240-1f251
`
const escaped = (range: string): string => range.replace(/[0-9a-f]+/g, '\\u{$&}')
const WRITTEN = new RegExp(
  `[\\n\\t${WRITTEN_RANGES.trim().split(/\s+/).map(escaped).join('')}]`,
  'u',
)
const UNASSIGNED = /\p{Cn}/u
const UNSEEN = /[\p{Cf}\p{Variation_Selector}]/gu

export const writtenForm = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(UNSEEN, '')

const MOST_LISTED = 10

export function unwrittenLetters(text: string): string[] {
  return [...new Set(writtenForm(text))].filter(
    (letter) => UNASSIGNED.test(letter) || !WRITTEN.test(letter),
  )
}

export function describedLetters(text: string): string | undefined {
  const letters = unwrittenLetters(text)
  return letters.length === 0 ? undefined : letters.slice(0, MOST_LISTED).join(' ')
}
