import { type Gap, GapFinder } from './content-gaps.ts'
import { afterWord, DELIMITER, KINDS, SPACE } from './content-words.ts'

export interface ContentState {
  /** Balanced content ends in its initial state and never pops below it. Ambiguous content is not balanced. */
  readonly isBalanced: boolean
  /** Later drawings would vanish with the marks. */
  readonly closesMarks: boolean
  readonly gaps: readonly Gap[]
}

const QUESTIONABLE: ContentState = { isBalanced: false, closesMarks: false, gaps: [] }

const code = (character: string): number => character.charCodeAt(0)
const [OPEN, CLOSE, BACKSLASH, PERCENT, SLASH] = ['(', ')', '\\', '%', '/'].map(code)
const [LESS, GREATER, OPEN_BRACKET, CLOSE_BRACKET] = ['<', '>', '[', ']'].map(code)
const [LINE_FEED, RETURN] = [10, 13]
const UNENDED = -1

export function contentState(bytes: Uint8Array): ContentState {
  const depths: Depths = { state: 0, lowest: 0, marks: 0, isInText: false, brackets: 0 }
  const finder = new GapFinder(bytes)
  const end = bytes.length
  let at = 0
  while (at < end) {
    const byte = bytes[at] ?? 0
    if (KINDS[byte] === SPACE) at += 1
    else if (byte === PERCENT) at = afterComment(bytes, at)
    else if (byte === SLASH) at = afterWord(bytes, at + 1)
    else if (byte === OPEN || (byte === LESS && bytes[at + 1] !== LESS)) {
      at = byte === OPEN ? afterString(bytes, at) : afterHexString(bytes, at)
      if (at === UNENDED) return QUESTIONABLE
    } else if (KINDS[byte] === DELIMITER) {
      const isDouble = (byte === LESS || byte === GREATER) && bytes[at + 1] === byte
      if (byte === LESS || byte === OPEN_BRACKET) depths.brackets += 1
      else if (byte === GREATER || byte === CLOSE_BRACKET) depths.brackets -= 1
      at += isDouble ? 2 : 1
    } else {
      const next = afterWord(bytes, at)
      // Readers disagree where inline image data ends.
      if (next - at <= 3 && !count(depths, bytes, at, next)) return QUESTIONABLE
      finder.word(at, next)
      at = next
    }
  }
  const { state, lowest, marks, isInText, brackets } = depths
  return {
    isBalanced: state === 0 && lowest === 0 && !isInText && brackets === 0,
    closesMarks: marks === 0,
    gaps: finder.gaps,
  }
}

interface Depths {
  state: number
  lowest: number
  marks: number
  isInText: boolean
  brackets: number
}

/** @returns false for an inline image */
function count(depths: Depths, bytes: Uint8Array, from: number, to: number): boolean {
  const word = String.fromCharCode(bytes[from] ?? 0, ...bytes.subarray(from + 1, to))
  if (word === 'q') depths.state += 1
  else if (word === 'Q') {
    depths.state -= 1
    depths.lowest = Math.min(depths.lowest, depths.state)
  } else if (word === 'BT' || word === 'ET') depths.isInText = word === 'BT'
  else if (word === 'BMC' || word === 'BDC') depths.marks += 1
  else if (word === 'EMC') depths.marks -= 1
  return word !== 'BI'
}

function afterComment(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== LINE_FEED && bytes[at] !== RETURN) at += 1
  return at
}

function afterString(bytes: Uint8Array, from: number): number {
  let depth = 0
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === BACKSLASH) at += 1
    else if (byte === OPEN) depth += 1
    else if (byte === CLOSE) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return UNENDED
}

function afterHexString(bytes: Uint8Array, from: number): number {
  const end = bytes.indexOf(GREATER ?? 0, from)
  return end === -1 ? UNENDED : end + 1
}
