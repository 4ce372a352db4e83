import { areaOf, type LineBox, onOneLine, union } from './line-box.ts'
import { type PageText, WORD_BREAK } from './page-text.ts'
import type { PageArea } from './protocol.ts'

/** A text in the form in which it is searched. */
export interface FoldedText {
  readonly text: string
  /** For each unit of `text`, where what it was made of begins and ends in the original. */
  readonly from: readonly number[]
  readonly to: readonly number[]
}

/**
 * A character with the marks and Jamo that are drawn as one with it, or a stretch of white space. No text has more than 30 marks on a
 * character (UAX #15, stream-safe format), and to sort very many of them would take for ever.
 */
const CLUSTER = /\s+|\P{M}[\p{M}\u1160-\u11ff\ud7b0-\ud7ff\uff9e\uff9f]{0,30}|\p{M}{1,30}/gu
/** What is not seen: soft hyphens, joiners, marks of order, controls. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Variation_Selector}]/gu
/** Scripts that are written without spaces between words, or parted between any two characters at the end of a line. */
const PARTED_ANYWHERE = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Letters, digits, and the halves of letters beyond the basic plane. */
const TELLING = /[\p{L}\p{N}\p{Cs}]/u

/** Folds case, width and composition, and white space to one space or, where a line ends in it, one line break. */
export function foldText(original: string): FoldedText {
  let text = ''
  const from: number[] = []
  const to: number[] = []
  for (const { 0: cluster, index } of original.matchAll(CLUSTER)) {
    const folded = foldCluster(cluster)
    text += folded
    for (let unit = 0; unit < folded.length; unit++) {
      from.push(index)
      to.push(index + cluster.length)
    }
  }
  return { text, from, to }
}

/** Characters that fold by themselves: what most pages consist of. */
const PLAIN = new RegExp(`^[${WORD_BREAK}\\t-\\r -~가-힣]*$`)

/** The text of `foldText` alone, for those who need no way back, and for most texts at once. */
export function foldedForm(original: string): string {
  if (!PLAIN.test(original)) return foldText(original).text
  return original.toLowerCase().replace(/\s+/g, foldSpace)
}

/** What a finder takes one for the other, or overlooks. */
const OVERLOOKED = new RegExp(`[\\s${WORD_BREAK}-]`, 'gu')

/** The folded text without what a finder overlooks: that of a text in which words are found contains that of the words. */
export const bareForm = (original: string): string => foldedForm(original).replace(OVERLOOKED, '')

const foldSpace = (space: string): string => (/[\r\n]/.test(space) ? '\n' : ' ')

function foldCluster(cluster: string): string {
  if (cluster.startsWith(WORD_BREAK)) return WORD_BREAK
  if (/^\s/u.test(cluster)) return foldSpace(cluster)
  return cluster.replace(UNSEEN, '').normalize('NFKC').toLowerCase().replaceAll('ς', 'σ').replaceAll('‐', '-')
}

/** What finds words in a folded text; undefined where there is nothing to look for. */
export function finderOf(words: string): RegExp | undefined {
  // Spaces that come to stand beside each other, and marks that the pattern allows itself, would be several ways to match one text.
  const wanted = [
    ...foldText(words)
      .text.replaceAll(WORD_BREAK, '')
      .replace(/[ \n]+/g, ' ')
      .trim(),
  ]
  if (wanted.length === 0) return undefined
  // The pattern has no two ways to match one text, so that the worst page costs no more than its length times that of the words.
  const pattern = wanted.map((character, index) => {
    const next = wanted[index + 1]
    return next === undefined ? one(character) : one(character) + between(character, next)
  })
  return new RegExp(pattern.join(''), 'gu')
}

const isSpace = (character: string): boolean => character === ' ' || character === '\n'

function one(character: string): string {
  if (isSpace(character)) return '[ \\n]+'
  if (character === '-') return `[-${WORD_BREAK}]`
  return `\\u{${character.codePointAt(0)?.toString(16)}}`
}

/** What may stand between two characters of a word that a line parts. */
function between(character: string, next: string): string {
  if (isSpace(character) || isSpace(next) || character === '-' || next === '-') return ''
  return PARTED_ANYWHERE.test(character) && PARTED_ANYWHERE.test(next) ? `[\\n${WORD_BREAK}]?` : `${WORD_BREAK}?`
}

/** Places of a page that are looked at, seen or not: far more than are told. */
const MOST_PLACES = 10_000

/** A stretch of a text, from and to (exclusive). */
export type Place = readonly [from: number, to: number]

/**
 * Where in a text the finder finds something. Given what tells whether the unit at an index is to be seen, only what is seen to the last letter
 * is a hit: words beside it would lead on to what is covered. It ends after `MOST_PLACES`.
 */
export function* placesIn(original: string, finder: RegExp, isSeen?: (index: number) => boolean): Generator<Place> {
  const { text, from, to } = foldText(original)
  let looked = 0
  for (const { 0: found, index } of text.matchAll(finder)) {
    looked += 1
    if (looked > MOST_PLACES) return
    const place: Place = [from[index] ?? 0, to[index + found.length - 1] ?? 0]
    if (!isSeen || isSeenWhole(original, place, isSeen)) yield place
  }
}

/** Where on a page the finder finds something: for each hit the areas of its lines; only what is to be seen, given what tells that of a glyph. */
export function hitsOn(page: PageText, finder: RegExp, limit: number, isSeen?: (glyph: PageArea) => boolean): PageArea[][] {
  const hits: PageArea[][] = []
  const isSeenAt = (index: number): boolean => {
    const glyph = page.glyph(index)
    return glyph === undefined || isSeen?.(glyph) === true
  }
  for (const [from, to] of placesIn(page.text, finder, isSeen && isSeenAt)) {
    if (hits.length >= limit) break
    const areas = areasOf(page, from, to)
    if (areas.length > 0) hits.push(areas)
  }
  return hits
}

/** Letters and digits count; of what has none, all that has a place. Dots of a recognised text often lie beside those of the scan. */
function isSeenWhole(text: string, [from, to]: Place, isSeen: (index: number) => boolean): boolean {
  const placed = Array.from({ length: to - from }, (_, offset) => from + offset).filter((index) => /\S/.test(text[index] ?? ''))
  const telling = placed.filter((index) => TELLING.test(text[index] ?? ''))
  return (telling.length > 0 ? telling : placed).every(isSeen)
}

/** The areas of a stretch of text, line by line; of a slanted line, whose upright area would cover its surroundings, letter by letter. */
function areasOf(page: PageText, from: number, to: number): PageArea[] {
  const lines: LineBox[] = []
  for (let index = from; index < to; index++) {
    const box = page.box(index)
    if (!box) continue
    const last = lines.at(-1)
    if (last && box.angle % 90 === 0 && onOneLine(last, box)) lines.splice(-1, 1, union(last, box))
    else lines.push(box)
  }
  return lines.map(areaOf)
}
