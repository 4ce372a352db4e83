import { fromBase64, hexOf, toBase64 } from './bytes.ts'
import type { TreeHead } from './merkle.ts'
import { openNote, type SignedNote } from './signed-note.ts'

/**
 * Signed statements of a room's log: `origin`, size and root hash as a signed note. Source: c2sp.org/tlog-checkpoint.
 */
export interface Checkpoint extends TreeHead {
  /** Which log: `sealroom/log/` and the room's vault id, a UUID that does not tell which room it is. */
  readonly origin: string
  /** When it was signed, ISO 8601; an extension line, signed with the rest. */
  readonly at: string
}

const HASH_SIZE = 32

/** The name of the log whose checkpoints are signed. */
export const originOf = (vault: string): string => `sealroom/log/${vault}`

/** The signed part of a checkpoint. */
export const checkpointText = ({ origin, size, root, at }: Checkpoint): string => `${origin}\n${size}\n${toBase64(root)}\n${at}\n`

/** A checkpoint as read out of a note, whose signature is still to be looked at. */
export interface UnverifiedNote extends SignedNote {
  readonly checkpoint: Checkpoint
}

/** The beginning and the end of a hash, in hex: enough to tell two apart at a glance. */
export const shortHash = (hash: Uint8Array): string => `${hexOf(hash.subarray(0, 6))}…${hexOf(hash.subarray(-6))}`

/** A hash in hex, in groups of four, to be compared by eye; that of a public key is its fingerprint. */
export const hashInGroups = (hash: Uint8Array): string => hexOf(hash).match(/.{4}/g)?.join(' ') ?? ''

const SIZE = /^(?:0|[1-9]\d{0,14})$/

/** @returns undefined for what is no checkpoint of ours: another shape, or signed under another name than its origin. */
export function parseNote(note: string): UnverifiedNote | undefined {
  const opened = openNote(note)
  const [origin = '', size = '', root = '', at = '', end, ...more] = opened?.text.split('\n') ?? []
  const hash = fromBase64(root)
  if (!opened || end !== '' || more.length > 0 || !SIZE.test(size) || hash?.length !== HASH_SIZE || Number.isNaN(Date.parse(at)))
    return undefined
  const checkpoint = { origin, size: Number(size), root: hash, at }
  return checkpointText(checkpoint) === opened.text ? { ...opened, checkpoint } : undefined
}

/** As mail programs and notes leave it: lines broken anew, spaces for breaks. */
const LOOSE_NOTE = /(sealroom\/log\/[0-9a-f-]{36}) (\d{1,15}) ([A-Za-z0-9+/]{43}=) (\S{20,30}) — \1 ((?:[A-Za-z0-9+/=] ?){92})/g

/** The checkpoints that stand somewhere in a text, such as a mail that was quoted or a list that was exported, each once and as it was signed. */
export function notesIn(text: string): string[] {
  const line = text.replace(/[\s>|]+/g, ' ')
  const notes = [...line.matchAll(LOOSE_NOTE)].flatMap(([, origin = '', size, root, at, blob = '']) => {
    const note = `${origin}\n${size}\n${root}\n${at}\n\n— ${origin} ${blob.replaceAll(' ', '')}\n`
    return parseNote(note) ? [note] : []
  })
  return [...new Set(notes)]
}
