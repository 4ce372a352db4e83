import { fromBase64, utf8 } from './bytes.ts'
import { type Checkpoint, keyIdInput, parseNote, type UnverifiedNote } from './checkpoint.ts'
import type { ExportedEntry, ExportHead } from './history-export.ts'
import { leafData } from './log-entry.ts'
import { type Digest, isConsistent, leafInput, rootOfInclusion, rootOfLeaves, sameHash } from './merkle.ts'

/** What an export is checked with; WebCrypto and Node both have it. */
export interface Means {
  readonly digest: Digest
  /** Ed25519. */
  verify(publicKey: Uint8Array, signature: Uint8Array, data: Uint8Array): Promise<boolean> | boolean
}

export type Fault =
  /** There is no checkpoint, it is none of ours, or its signature is not by the key. */
  | 'NO_CHECKPOINT'
  | 'BAD_SIGNATURE'
  /** The export states another key than the one that is known from elsewhere. */
  | 'OTHER_KEY'
  /** What an earlier checkpoint says is not how this log begins, or it is none of this log. */
  | 'OTHER_HISTORY'
  /** An entry is not what was signed, cannot be read, or is not where it says. */
  | 'BAD_ENTRY'
  | 'UNREADABLE_ENTRY'
  | 'SAME_ENTRY_TWICE'

/** What came of a check. Entries are named by `seq`, their places in the log, from 0. */
export interface Verdict {
  readonly fault: Fault | undefined
  /** The first bad entry. */
  readonly at: { readonly seq: number | null; readonly id: number | undefined } | undefined
  /** How many entries were found as they were signed. */
  readonly checked: number
  /** The checkpoint that was checked against. */
  readonly head: Checkpoint | undefined
  /** Whether the log still begins as an earlier checkpoint says, where one was given: `unproven` where the export alone cannot tell. */
  readonly earlier: 'kept' | 'unproven' | undefined
  /** Places from `from` to before `to` that the export does not have: all of them are there where it is empty. With a filter that is as it should be. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[]
}

const GAPS_TOLD = 100

/** What is known from elsewhere, so that the export need not be believed: the key, or an earlier checkpoint. */
export interface Known {
  readonly publicKey?: string | undefined
  /** A signed note of the same log, as mails and earlier exports have it. */
  readonly note?: string | undefined
  /** What leads from it to the export's checkpoint (`activity.checkpoint`); not needed where the export has all entries before it. */
  readonly consistency?: readonly string[] | undefined
}

/** Checks an export, up to the first fault. Entries may come in any order. */
export async function verifyExport(
  means: Means,
  head: ExportHead,
  entries: Iterable<ExportedEntry> | AsyncIterable<ExportedEntry>,
  known: Known = {},
): Promise<Verdict> {
  const nothing: Verdict = { fault: undefined, at: undefined, checked: 0, head: undefined, gaps: [], earlier: undefined }
  if (known.publicKey !== undefined && known.publicKey !== head.publicKey) return { ...nothing, fault: 'OTHER_KEY' }
  const note = head.checkpoint === null ? undefined : parseNote(head.checkpoint)
  if (!note) return { ...nothing, fault: 'NO_CHECKPOINT' }
  if (!(await isSigned(means, head.publicKey, note))) return { ...nothing, fault: 'BAD_SIGNATURE' }
  const { checkpoint } = note
  const earlier = known.note === undefined ? undefined : parseNote(known.note)
  if (known.note !== undefined && !(earlier && (await isOfSameLog(means, head.publicKey, earlier, checkpoint)))) {
    return { ...nothing, fault: 'OTHER_HISTORY', head: checkpoint }
  }
  const leaves = new Map<number, Uint8Array>()
  for await (const { seq, entry, proof } of entries) {
    const found = { ...nothing, at: { seq, id: entry?.id }, checked: leaves.size, head: checkpoint }
    if (!entry) return { ...found, fault: 'UNREADABLE_ENTRY' }
    if (seq === null) return { ...found, fault: 'BAD_ENTRY' }
    const leaf = await means.digest(leafInput(leafData(entry)))
    if (!(await isIncluded(means, { leaf, index: seq, size: checkpoint.size, proof }, checkpoint.root)))
      return { ...found, fault: 'BAD_ENTRY' }
    if (leaves.has(seq)) return { ...found, fault: 'SAME_ENTRY_TWICE' }
    leaves.set(seq, leaf)
  }
  const kept = earlier && (await isKept(means, earlier.checkpoint, checkpoint, leaves, known.consistency))
  return {
    fault: kept === false ? 'OTHER_HISTORY' : undefined,
    at: undefined,
    checked: leaves.size,
    head: checkpoint,
    gaps: gapsOf(new Set(leaves.keys()), checkpoint.size),
    earlier: earlier && (kept === undefined ? 'unproven' : 'kept'),
  }
}

async function isSigned(means: Means, publicKey: string, note: UnverifiedNote): Promise<boolean> {
  const key = fromBase64(publicKey)
  if (key?.length !== 32) return false
  const keyId = (await means.digest(keyIdInput(note.checkpoint.origin, key))).subarray(0, 4)
  return sameHash(keyId, note.keyId) && (await means.verify(key, note.signature, utf8(note.text)))
}

/** By the same key, and no later. */
async function isOfSameLog(means: Means, publicKey: string, note: UnverifiedNote, head: Checkpoint): Promise<boolean> {
  const { origin, size } = note.checkpoint
  return origin === head.origin && size <= head.size && (await isSigned(means, publicKey, note))
}

const hashesOf = (texts: readonly string[]): Uint8Array[] | undefined => {
  const hashes = texts.flatMap((text) => fromBase64(text) ?? [])
  return hashes.length === texts.length && hashes.every(({ length }) => length === 32) ? hashes : undefined
}

async function isIncluded(
  { digest }: Means,
  { proof, ...leaf }: { leaf: Uint8Array; index: number; size: number; proof: readonly string[] },
  root: Uint8Array,
): Promise<boolean> {
  const path = hashesOf(proof)
  const found = path && (await rootOfInclusion(digest, { ...leaf, path }))
  return found !== undefined && sameHash(found, root)
}

/** Whether the log still begins as the earlier checkpoint says; undefined where neither entries nor hashes are there to tell. */
async function isKept(
  { digest }: Means,
  earlier: Checkpoint,
  head: Checkpoint,
  leaves: ReadonlyMap<number, Uint8Array>,
  consistency: readonly string[] | undefined,
): Promise<boolean | undefined> {
  if (earlier.size === head.size) return sameHash(earlier.root, head.root)
  if (consistency) return isConsistent(digest, earlier, head, hashesOf(consistency) ?? [])
  const first = Array.from({ length: earlier.size }, (_, seq) => leaves.get(seq))
  if (first.some((leaf) => leaf === undefined)) return undefined
  return sameHash(await rootOfLeaves(digest, first as Uint8Array[]), earlier.root)
}

/** The ranges of places below `size` that are not among those seen, the first ones. */
function gapsOf(seen: ReadonlySet<number>, size: number): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = []
  let next = 0
  for (const place of [...[...seen].sort((a, b) => a - b), size]) {
    if (place > next) gaps.push({ from: next, to: place })
    if (gaps.length === GAPS_TOLD) break
    next = place + 1
  }
  return gaps
}
