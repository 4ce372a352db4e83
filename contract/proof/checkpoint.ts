import { fromBase64, hexOf, toBase64 } from './bytes.ts'
import type { TreeHead } from './merkle.ts'
import { openNote, type SignedNote } from './signed-note.ts'

/** c2sp.org/tlog-checkpoint defines the format. */
export interface Checkpoint extends TreeHead {
  /** The origin is `sealroom/log/` and a vault id that does not identify the room. */
  readonly origin: string
  /** A signed extension line has the time in ISO 8601. */
  readonly at: string
}

const HASH_SIZE = 32

export const originOf = (vault: string): string => `sealroom/log/${vault}`

export const checkpointText = ({ origin, size, root, at }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n${at}\n`

export interface UnverifiedNote extends SignedNote {
  readonly checkpoint: Checkpoint
}

export const shortHash = (hash: Uint8Array): string =>
  `${hexOf(hash.subarray(0, 6))}…${hexOf(hash.subarray(-6))}`

/** People compare fingerprints in this form. */
export const hashInGroups = (hash: Uint8Array): string =>
  hexOf(hash).match(/.{4}/g)?.join(' ') ?? ''

const SIZE = /^(?:0|[1-9]\d{0,14})$/

/** Verifies no signature. @returns undefined for another format or signer name */
export function parseNote(note: string): UnverifiedNote | undefined {
  const opened = openNote(note)
  const [origin = '', size = '', root = '', at = '', end, ...more] = opened?.text.split('\n') ?? []
  const hash = fromBase64(root)
  if (
    !opened ||
    end !== '' ||
    more.length > 0 ||
    !SIZE.test(size) ||
    hash?.length !== HASH_SIZE ||
    Number.isNaN(Date.parse(at))
  )
    return undefined
  const checkpoint = { origin, size: Number(size), root: hash, at }
  return checkpointText(checkpoint) === opened.text ? { ...opened, checkpoint } : undefined
}

/** Mail programs may put a note on one line. */
const LOOSE_NOTE =
  /(sealroom\/log\/[0-9a-f-]{36}) (\d{1,15}) ([A-Za-z0-9+/]{43}=) (\S{20,30}) — \1 ((?:[A-Za-z0-9+/=] ?){92})/g

export function notesIn(text: string): string[] {
  const line = text.replace(/[\s>|]+/g, ' ')
  const notes = [...line.matchAll(LOOSE_NOTE)].flatMap(
    ([, origin = '', size, root, at, blob = '']) => {
      const note = `${origin}\n${size}\n${root}\n${at}\n\n— ${origin} ${blob.replaceAll(' ', '')}\n`
      return parseNote(note) ? [note] : []
    },
  )
  return [...new Set(notes)]
}
