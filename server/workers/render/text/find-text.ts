import type { PageArea } from '../protocol.ts'
import { areaOf, type LineBox, onOneLine, union } from './line-box.ts'
import { type PageText, WORD_BREAK } from './page-text.ts'

export interface FoldedText {
  readonly text: string
  readonly from: readonly number[]
  readonly to: readonly number[]
}

/** Stream-safe text has 30 marks at most (UAX #15); sorting more is slow. */
const CLUSTER = /\s+|\P{M}[\p{M}\u1160-\u11ff\ud7b0-\ud7ff\uff9e\uff9f]{0,30}|\p{M}{1,30}/gu
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Variation_Selector}]/gu
const PARTED_ANYWHERE = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

const TELLING = /[\p{L}\p{N}\p{Cs}]/u

/** Folds case, width and composition. White space becomes a space or line break. */
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

/** Most pages have only these characters, which fold independently. */
const PLAIN = new RegExp(`^[${WORD_BREAK}\\t-\\r -~가-힣]*$`)

export function foldedForm(original: string): string {
  if (!PLAIN.test(original)) return foldText(original).text
  return original.toLowerCase().replace(/\s+/g, foldSpace)
}

/** Finders ignore or equate these. */
const OVERLOOKED = new RegExp(`[\\s${WORD_BREAK}-]`, 'gu')

/** The form contains the bare form of any words found in the text. */
export const bareForm = (original: string): string => foldedForm(original).replace(OVERLOOKED, '')

const foldSpace = (space: string): string => (/[\r\n]/.test(space) ? '\n' : ' ')

function foldCluster(cluster: string): string {
  if (cluster.startsWith(WORD_BREAK)) return WORD_BREAK
  if (/^\s/u.test(cluster)) return foldSpace(cluster)
  return cluster
    .replace(UNSEEN, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('‐', '-')
}

export function finderOf(words: string): RegExp | undefined {
  // Adjacent spaces and word breaks would allow several matches.
  const wanted = [
    ...foldText(words)
      .text.replaceAll(WORD_BREAK, '')
      .replace(/[ \n]+/g, ' ')
      .trim(),
  ]
  if (wanted.length === 0) return undefined
  // The product of both lengths bounds the cost.
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

function between(character: string, next: string): string {
  if (isSpace(character) || isSpace(next) || character === '-' || next === '-') return ''
  return PARTED_ANYWHERE.test(character) && PARTED_ANYWHERE.test(next)
    ? `[\\n${WORD_BREAK}]?`
    : `${WORD_BREAK}?`
}

const MOST_PLACES = 10_000

export type TextRange = readonly [from: number, to: number]

/** With `isSeen`, only fully visible matches count, since visible words could reveal covered neighbours. */
export function* placesIn(
  original: string,
  finder: RegExp,
  isSeen?: (index: number) => boolean,
): Generator<TextRange> {
  const { text, from, to } = foldText(original)
  let looked = 0
  for (const { 0: found, index } of text.matchAll(finder)) {
    looked += 1
    if (looked > MOST_PLACES) return
    const place: TextRange = [from[index] ?? 0, to[index + found.length - 1] ?? 0]
    if (!isSeen || isSeenWhole(original, place, isSeen)) yield place
  }
}

export function hitsOn(
  page: PageText,
  finder: RegExp,
  limit: number,
  isSeen?: (glyph: PageArea) => boolean,
): PageArea[][] {
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

/** Recognized dots are often misplaced, so letters and digits decide. */
function isSeenWhole(
  text: string,
  [from, to]: TextRange,
  isSeen: (index: number) => boolean,
): boolean {
  const placed = Array.from({ length: to - from }, (_, offset) => from + offset).filter((index) =>
    /\S/.test(text[index] ?? ''),
  )
  const telling = placed.filter((index) => TELLING.test(text[index] ?? ''))
  return (telling.length > 0 ? telling : placed).every(isSeen)
}

/** Slanted lines have one area per letter. */
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
