import type { Language } from '../core/language.ts'
import { sentenceOf } from '../features/activity/activity-sentences.ts'
import { detailsOfVersion3, formerSentenceOf } from '../features/activity/former-sentences.ts'
import { fromBase64 } from './bytes.ts'
import { type Checkpoint, parseNote } from './checkpoint.ts'
import { fitsFilter } from './export-filter.ts'
import type { ExportFilter, ExportHead } from './history-export.ts'
import { InclusionCheck } from './inclusion.ts'
import { type LogEntry, leafData } from './log-entry.ts'
import { isConsistent, leafInput, rootOfLeaves, sameHash } from './merkle.ts'
import type { ReadEntry } from './read-export.ts'
import { type CryptoProvider, isSignedBy } from './signed-note.ts'

export type Fault =
  /** The checkpoint is missing, malformed or not signed by the key. */
  | 'NO_CHECKPOINT'
  | 'BAD_SIGNATURE'
  /** The stated key is not the known one. */
  | 'OTHER_KEY'
  /** A known checkpoint contradicts this log, or belongs to another. */
  | 'OTHER_HISTORY'
  /** An entry differs from the signed one, is unreadable, or misplaced. */
  | 'BAD_ENTRY'
  | 'UNREADABLE_ENTRY'
  | 'SAME_ENTRY_TWICE'
  /** The filter excludes this entry, which is as signed. */
  | 'OUTSIDE_FILTER'

/** The gap excludes `to`. */
export interface Gap {
  readonly from: number
  readonly to: number
  readonly after: string | undefined
  readonly before: string | undefined
}

/**
 * `kept` means that the log begins as stated, `later` more entries of the same log. The export alone cannot settle `unproven`. The other
 * states are faults: `cut-off` means more entries but an older note than the export, and `contradicts` another history by the same key.
 */
export type NoteState =
  | 'kept'
  | 'unproven'
  | 'later'
  | 'cut-off'
  | 'unreadable'
  | 'other-log'
  | 'other-key'
  | 'contradicts'

export interface NoteVerdict {
  readonly checkpoint: Checkpoint | undefined
  readonly state: NoteState
}

export interface ExportEntryPosition {
  readonly seq: number | null
  readonly id: number | undefined
  readonly entry: LogEntry | undefined
}

/** `seq` counts from 0. */
export interface ExportVerdict {
  readonly fault: Fault | undefined
  readonly at: ExportEntryPosition | undefined
  readonly checked: number
  readonly head: Checkpoint | undefined
  readonly notes: readonly NoteVerdict[]
  /** Exports with a filter normally have gaps. */
  readonly gaps: readonly Gap[]
  /** The unsigned sentences were changed or come from another version. */
  readonly reworded: { readonly count: number; readonly first: ExportEntryPosition | undefined }
}

const LANGUAGES: readonly Language[] = ['ko', 'en']
const GAPS_LISTED = 100
/** WebCrypto hashes faster in parallel. */
const BATCH = 256

export interface KnownNote {
  readonly note: string
  /** The proof leads to the export's checkpoint (`activity.checkpoint`), and is unnecessary if all earlier entries are present. */
  readonly consistency?: readonly string[] | undefined
}

/** Independent sources provide the values. */
export interface VerifyExportOptions {
  readonly publicKey?: string | undefined
  readonly notes?: readonly KnownNote[] | undefined
}

const FAULTS: readonly NoteState[] = [
  'cut-off',
  'unreadable',
  'other-log',
  'other-key',
  'contradicts',
]

const CLOCKS_APART_MS = 60_000

interface Leaf {
  readonly hash: Uint8Array
  readonly at: string
}

/** Stops at the first fault. Entries may come in any order. */
export async function verifyExport(
  provider: CryptoProvider,
  head: ExportHead,
  entries: Iterable<ReadEntry> | AsyncIterable<ReadEntry>,
  { publicKey, notes = [] }: VerifyExportOptions = {},
): Promise<ExportVerdict> {
  const reworded: { count: number; first: ExportEntryPosition | undefined } = {
    count: 0,
    first: undefined,
  }
  const nothing: ExportVerdict = {
    fault: undefined,
    at: undefined,
    checked: 0,
    head: undefined,
    gaps: [],
    notes: [],
    reworded,
  }
  if (publicKey !== undefined && publicKey !== head.publicKey)
    return { ...nothing, fault: 'OTHER_KEY' }
  const note = head.checkpoint === null ? undefined : parseNote(head.checkpoint)
  if (!note) return { ...nothing, fault: 'NO_CHECKPOINT' }
  if (!(await isSignedBy(provider, head.publicKey, note)))
    return { ...nothing, fault: 'BAD_SIGNATURE' }
  const { checkpoint } = note
  const inclusion = new InclusionCheck(provider.digest, checkpoint)
  const leaves = new Map<number, Leaf>()
  for await (const batch of inBatches(entries)) {
    const hashes = await Promise.all(batch.map((read) => leafOf(provider, read)))
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
  for (const known of notes)
    compared.push(await compare(provider, known, { ...head, checkpoint, leaves }))
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

/** An empty sentence makes no claim. */
const isReworded = (read: ReadEntry): boolean =>
  !('malformed' in read) &&
  read.entry !== null &&
  read.description !== '' &&
  !sentencesOf(read.entry).includes(read.description)

/** Earlier exports, and those during a rolling upgrade, have sentences of a previous version. */
const sentencesOf = ({ kind, details, viewAs }: LogEntry): readonly (string | undefined)[] => [
  ...[details, ...detailsOfVersion3(details)].flatMap((known) =>
    LANGUAGES.map((language) => sentenceOf(kind, known, language, viewAs)),
  ),
  formerSentenceOf(kind, details, viewAs),
]

function placeOf(read: ReadEntry): ExportEntryPosition {
  const entry = 'malformed' in read ? undefined : (read.entry ?? undefined)
  return { seq: read.seq, id: entry?.id, entry }
}

async function* inBatches(
  entries: Iterable<ReadEntry> | AsyncIterable<ReadEntry>,
): AsyncGenerator<readonly ReadEntry[]> {
  let batch: ReadEntry[] = []
  for await (const entry of entries) {
    batch.push(entry)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const leafOf = async (
  { digest }: CryptoProvider,
  read: ReadEntry,
): Promise<Uint8Array | undefined> =>
  'malformed' in read || !read.entry ? undefined : digest(leafInput(leafData(read.entry)))

interface Proving {
  readonly inclusion: InclusionCheck
  readonly leaves: Map<number, Leaf>
  readonly filter: ExportFilter
}

async function faultOf(
  read: ReadEntry,
  leaf: Uint8Array | undefined,
  { inclusion, leaves, filter }: Proving,
): Promise<Fault | undefined> {
  if ('malformed' in read) return 'BAD_ENTRY'
  const { seq, entry, proof } = read
  if (!entry || !leaf) return 'UNREADABLE_ENTRY'
  const path = hashesOf(proof)
  if (seq === null || !path || !(await inclusion.holds({ leaf, index: seq, path })))
    return 'BAD_ENTRY'
  if (leaves.has(seq)) return 'SAME_ENTRY_TWICE'
  if (!fitsFilter(filter, entry)) return 'OUTSIDE_FILTER'
  leaves.set(seq, { hash: leaf, at: entry.at })
  return undefined
}

const hashesOf = (texts: readonly string[]): Uint8Array[] | undefined => {
  const hashes = texts.flatMap((text) => fromBase64(text) ?? [])
  return hashes.length === texts.length && hashes.every(({ length }) => length === 32)
    ? hashes
    : undefined
}

interface Proven {
  readonly publicKey: string
  readonly exportedAt: string
  readonly checkpoint: Checkpoint
  readonly leaves: ReadonlyMap<number, Leaf>
}

async function compare(
  provider: CryptoProvider,
  { note, consistency }: KnownNote,
  proven: Proven,
): Promise<NoteVerdict> {
  const parsed = parseNote(note)
  if (!parsed) return { checkpoint: undefined, state: 'unreadable' }
  const { checkpoint } = parsed
  if (checkpoint.origin !== proven.checkpoint.origin) return { checkpoint, state: 'other-log' }
  if (!(await isSignedBy(provider, proven.publicKey, parsed)))
    return { checkpoint, state: 'other-key' }
  if (checkpoint.size > proven.checkpoint.size) {
    // A log never shrinks, so a larger but older checkpoint shows missing entries.
    const isCutOff = Date.parse(checkpoint.at) < Date.parse(proven.exportedAt) - CLOCKS_APART_MS
    return { checkpoint, state: isCutOff ? 'cut-off' : 'later' }
  }
  const kept = await isKept(provider, checkpoint, proven, consistency)
  return { checkpoint, state: kept === undefined ? 'unproven' : kept ? 'kept' : 'contradicts' }
}

async function isKept(
  { digest }: CryptoProvider,
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

function gapsOf(seen: ReadonlyMap<number, Leaf>, size: number): Gap[] {
  const gaps: Gap[] = []
  const at = (place: number) => seen.get(place)?.at
  let next = 0
  for (const place of [...[...seen.keys()].sort((a, b) => a - b), size]) {
    if (place > next) gaps.push({ from: next, to: place, after: at(next - 1), before: at(place) })
    if (gaps.length === GAPS_LISTED) break
    next = place + 1
  }
  return gaps
}
