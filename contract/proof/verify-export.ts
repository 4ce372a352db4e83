import type { Language } from '../core/language.ts'
import { sentenceOf } from '../features/activity-sentences.ts'
import { fromBase64 } from './bytes.ts'
import { type Checkpoint, parseNote } from './checkpoint.ts'
import { fitsFilter } from './export-filter.ts'
import type { ExportFilter, ExportHead } from './history-export.ts'
import { InclusionCheck } from './inclusion.ts'
import { type LogEntry, leafData } from './log-entry.ts'
import { isConsistent, leafInput, rootOfLeaves, sameHash } from './merkle.ts'
import type { ReadEntry } from './read-export.ts'
import { isSignedBy, type Means } from './signed-note.ts'

export type Fault =
  /** There is no checkpoint, it is none of ours, or its signature is not by the key. */
  | 'NO_CHECKPOINT'
  | 'BAD_SIGNATURE'
  /** The export states another key than the one that is known from elsewhere. */
  | 'OTHER_KEY'
  /** What a checkpoint from elsewhere says is not how this log begins, or it is none of this log. */
  | 'OTHER_HISTORY'
  /** An entry is not what was signed, cannot be read, or is not where it says. */
  | 'BAD_ENTRY'
  | 'UNREADABLE_ENTRY'
  | 'SAME_ENTRY_TWICE'
  /** An entry is as it was signed, and none that the filter of the export lets through. */
  | 'OUTSIDE_FILTER'

/** Places of the log, from `from` to before `to`, that the export does not have, with the times of the entries around them. */
export interface Gap {
  readonly from: number
  readonly to: number
  readonly after: string | undefined
  readonly before: string | undefined
}

/**
 * What a checkpoint from elsewhere says of an export. `kept`: the log begins as it says. `unproven`: the export alone cannot tell. `later`: it
 * is of the same log and has more entries than the export, which is older or was cut off. All others are faults; `cut-off`: it has more entries
 * and was signed before the export was made; `contradicts`: the same key has signed another history.
 */
export type NoteState = 'kept' | 'unproven' | 'later' | 'cut-off' | 'unreadable' | 'other-log' | 'other-key' | 'contradicts'

/** A checkpoint from elsewhere, as it compares. */
export interface NoteVerdict {
  readonly checkpoint: Checkpoint | undefined
  readonly state: NoteState
}

/** Which entry it is; `entry` is what the export says of it. */
export interface Place {
  readonly seq: number | null
  readonly id: number | undefined
  readonly entry: LogEntry | undefined
}

/** What came of a check. Entries are named by `seq`, their places in the log, from 0. */
export interface Verdict {
  readonly fault: Fault | undefined
  /** The first bad entry. */
  readonly at: Place | undefined
  /** How many entries were found as they were signed. */
  readonly checked: number
  /** The checkpoint that was checked against. */
  readonly head: Checkpoint | undefined
  /** Checkpoints from elsewhere, in the order in which they were given. */
  readonly notes: readonly NoteVerdict[]
  /** All places are there where it is empty. With a filter gaps are as they should be. */
  readonly gaps: readonly Gap[]
  /**
   * Entries whose sentence, which nobody has signed, is not what this program makes of the signed entry: it was changed, or another version of
   * the program has exported it. `first` is one of them.
   */
  readonly reworded: { readonly count: number; readonly first: Place | undefined }
}

const LANGUAGES: readonly Language[] = ['ko', 'en']
const GAPS_TOLD = 100
/** So many leaves are hashed at the same time, which is faster where that is done elsewhere, as WebCrypto does. */
const BATCH = 256

/** A checkpoint of the same log from elsewhere, as mails and earlier exports have it. */
export interface KnownNote {
  readonly note: string
  /** What leads from it to the export's checkpoint (`activity.checkpoint`); not needed where the export has all entries before it. */
  readonly consistency?: readonly string[] | undefined
}

/** What is known from elsewhere, so that the export need not be believed. */
export interface Known {
  readonly publicKey?: string | undefined
  readonly notes?: readonly KnownNote[] | undefined
}

const FAULTS: readonly NoteState[] = ['cut-off', 'unreadable', 'other-log', 'other-key', 'contradicts']

/** So far the clocks of servers that sign and export may be apart. */
const CLOCKS_APART_MS = 60_000

interface Leaf {
  readonly hash: Uint8Array
  readonly at: string
}

/** Checks an export, up to the first fault. Entries may come in any order. */
export async function verifyExport(
  means: Means,
  head: ExportHead,
  entries: Iterable<ReadEntry> | AsyncIterable<ReadEntry>,
  { publicKey, notes = [] }: Known = {},
): Promise<Verdict> {
  const reworded: { count: number; first: Place | undefined } = { count: 0, first: undefined }
  const nothing: Verdict = { fault: undefined, at: undefined, checked: 0, head: undefined, gaps: [], notes: [], reworded }
  if (publicKey !== undefined && publicKey !== head.publicKey) return { ...nothing, fault: 'OTHER_KEY' }
  const note = head.checkpoint === null ? undefined : parseNote(head.checkpoint)
  if (!note) return { ...nothing, fault: 'NO_CHECKPOINT' }
  if (!(await isSignedBy(means, head.publicKey, note))) return { ...nothing, fault: 'BAD_SIGNATURE' }
  const { checkpoint } = note
  const inclusion = new InclusionCheck(means.digest, checkpoint)
  const leaves = new Map<number, Leaf>()
  for await (const batch of inBatches(entries)) {
    const hashes = await Promise.all(batch.map((read) => leafOf(means, read)))
    for (const [number, read] of batch.entries()) {
      const fault = await faultOf(read, hashes[number], { inclusion, leaves, filter: head.filter })
      if (!fault) {
        if (isReworded(read)) {
          reworded.count += 1
          reworded.first ??= placeOf(read)
        }
        continue
      }
      return { ...nothing, fault, at: placeOf(read), checked: leaves.size, head: checkpoint }
    }
  }
  const compared: NoteVerdict[] = []
  for (const known of notes) compared.push(await compare(means, known, { ...head, checkpoint, leaves }))
  return {
    fault: compared.some(({ state }) => FAULTS.includes(state)) ? 'OTHER_HISTORY' : undefined,
    at: undefined,
    checked: leaves.size,
    head: checkpoint,
    gaps: gapsOf(leaves, checkpoint.size),
    notes: compared,
    reworded,
  }
}

/** A sentence that is left empty says nothing. */
const isReworded = (read: ReadEntry): boolean =>
  !('malformed' in read) &&
  read.entry !== null &&
  read.description !== '' &&
  !LANGUAGES.some((language) => isSentence(read.description, language, read.entry))

const isSentence = (sentence: string, language: Language, entry: LogEntry | null): boolean =>
  entry !== null && sentence === sentenceOf(entry.kind, entry.details, language, entry.viewAs)

function placeOf(read: ReadEntry): Place {
  const entry = 'malformed' in read ? undefined : (read.entry ?? undefined)
  return { seq: read.seq, id: entry?.id, entry }
}

async function* inBatches(entries: Iterable<ReadEntry> | AsyncIterable<ReadEntry>): AsyncGenerator<readonly ReadEntry[]> {
  let batch: ReadEntry[] = []
  for await (const entry of entries) {
    batch.push(entry)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const leafOf = async ({ digest }: Means, read: ReadEntry): Promise<Uint8Array | undefined> =>
  'malformed' in read || !read.entry ? undefined : digest(leafInput(leafData(read.entry)))

interface Proving {
  readonly inclusion: InclusionCheck
  readonly leaves: Map<number, Leaf>
  readonly filter: ExportFilter
}

/** What is wrong with an entry. What is right is added to the leaves. */
async function faultOf(read: ReadEntry, leaf: Uint8Array | undefined, { inclusion, leaves, filter }: Proving): Promise<Fault | undefined> {
  if ('malformed' in read) return 'BAD_ENTRY'
  const { seq, entry, proof } = read
  if (!entry || !leaf) return 'UNREADABLE_ENTRY'
  const path = hashesOf(proof)
  if (seq === null || !path || !(await inclusion.holds({ leaf, index: seq, path }))) return 'BAD_ENTRY'
  if (leaves.has(seq)) return 'SAME_ENTRY_TWICE'
  if (!fitsFilter(filter, entry)) return 'OUTSIDE_FILTER'
  leaves.set(seq, { hash: leaf, at: entry.at })
  return undefined
}

const hashesOf = (texts: readonly string[]): Uint8Array[] | undefined => {
  const hashes = texts.flatMap((text) => fromBase64(text) ?? [])
  return hashes.length === texts.length && hashes.every(({ length }) => length === 32) ? hashes : undefined
}

interface Proven {
  readonly publicKey: string
  readonly exportedAt: string
  readonly checkpoint: Checkpoint
  readonly leaves: ReadonlyMap<number, Leaf>
}

/** How a checkpoint from elsewhere goes with what an export has shown. */
async function compare(means: Means, { note, consistency }: KnownNote, proven: Proven): Promise<NoteVerdict> {
  const parsed = parseNote(note)
  if (!parsed) return { checkpoint: undefined, state: 'unreadable' }
  const { checkpoint } = parsed
  if (checkpoint.origin !== proven.checkpoint.origin) return { checkpoint, state: 'other-log' }
  if (!(await isSignedBy(means, proven.publicKey, parsed))) return { checkpoint, state: 'other-key' }
  if (checkpoint.size > proven.checkpoint.size) {
    // A log never has fewer entries than it had once.
    const isCutOff = Date.parse(checkpoint.at) < Date.parse(proven.exportedAt) - CLOCKS_APART_MS
    return { checkpoint, state: isCutOff ? 'cut-off' : 'later' }
  }
  const kept = await isKept(means, checkpoint, proven, consistency)
  return { checkpoint, state: kept === undefined ? 'unproven' : kept ? 'kept' : 'contradicts' }
}

/** Whether the log still begins as the earlier checkpoint says; undefined where neither entries nor hashes are there to tell. */
async function isKept(
  { digest }: Means,
  earlier: Checkpoint,
  { checkpoint: head, leaves }: Proven,
  consistency: readonly string[] | undefined,
): Promise<boolean | undefined> {
  if (earlier.size === head.size) return sameHash(earlier.root, head.root)
  if (consistency) return isConsistent(digest, earlier, head, hashesOf(consistency) ?? [])
  const first: Uint8Array[] = []
  for (let seq = 0; seq < earlier.size; seq += 1) {
    const leaf = leaves.get(seq)
    if (!leaf) return undefined
    first.push(leaf.hash)
  }
  return sameHash(await rootOfLeaves(digest, first), earlier.root)
}

/** The ranges of places below `size` that are not among those seen, the first ones. */
function gapsOf(seen: ReadonlyMap<number, Leaf>, size: number): Gap[] {
  const gaps: Gap[] = []
  const at = (place: number) => seen.get(place)?.at
  let next = 0
  for (const place of [...[...seen.keys()].sort((a, b) => a - b), size]) {
    if (place > next) gaps.push({ from: next, to: place, after: at(next - 1), before: at(place) })
    if (gaps.length === GAPS_TOLD) break
    next = place + 1
  }
  return gaps
}
