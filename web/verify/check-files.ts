import { fromBase64 } from '../../contract/proof/bytes.ts'
import { type Checkpoint, hashInGroups, notesIn, parseNote, shortHash } from '../../contract/proof/checkpoint.ts'
import { type CertificateVerdict, isCertificate, verifyCertificate } from '../../contract/proof/destruction.ts'
import type { ExportHead } from '../../contract/proof/history-export.ts'
import type { LogEntry } from '../../contract/proof/log-entry.ts'
import { sameHash } from '../../contract/proof/merkle.ts'
import { NotAnExport, type ReadEntry, readExport } from '../../contract/proof/read-export.ts'
import type { Means } from '../../contract/proof/signed-note.ts'
import { type Verdict, verifyExport } from '../../contract/proof/verify-export.ts'
import { type ArchiveFinding, checkArchive, partsOfFolder, partsOfZip } from './check-archive.ts'
import { checkPdf, type PdfVerdict } from './pdf/check-pdf.ts'

/** An entry as it stands in the file, at its place. */
export interface PlacedEntry {
  readonly seq: number
  readonly entry: LogEntry
}

/** What came of one file, and which of them it was, since names may be the same. */
export type FileResult = FileFinding & { readonly number: number }

type FileFinding =
  | {
      readonly kind: 'export'
      readonly name: string
      readonly head: ExportHead
      readonly verdict: Verdict
      /** Of the key that the file states. */
      readonly fingerprint: string
      /** The first entries as they stand in the file; all that come before a fault are as they were signed. */
      readonly entries: readonly PlacedEntry[]
    }
  | { readonly kind: 'notes'; readonly name: string; readonly isList: boolean; readonly notes: readonly string[] }
  | {
      readonly kind: 'certificate'
      readonly name: string
      readonly verdict: CertificateVerdict
      /** Of the key that the file states, where it states one. */
      readonly fingerprint: string | undefined
    }
  | { readonly kind: 'pdf'; readonly name: string; readonly verdict: PdfVerdict }
  | ArchiveFinding
  | { readonly kind: 'sealed'; readonly name: string }
  | { readonly kind: 'other'; readonly name: string; readonly reason: NotAnExport['reason'] | 'zip'; readonly line: number | undefined }

/** Of entries more than these nobody reads here: they are checked and not kept. */
const KEPT_ENTRIES = 2_000
/** What holds checkpoints beside exports are mails and lists; a larger file is none of these. */
const TEXT_MAX = 50_000_000

/** A certificate is a page of text. */
const CERTIFICATE_MAX = 1_000_000

export interface CheckOptions {
  readonly means: Means
  /** How much of all files is read, from 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** A checkpoint to compare with. `implied`: another export carries it, which says nothing against exports of other rooms. */
interface FoundNote {
  readonly note: string
  readonly isImplied: boolean
}

/** How a file in the age format begins: what is in it can be checked once it is opened. */
const isSealed = (beginning: string): boolean => beginning.startsWith('age-encryption.org/')

/** How a zip begins. */
const isZip = (beginning: string): boolean => beginning.startsWith('PK\x03\x04')

/** A PDF may begin with other bytes (ISO 32000-2, Annex I). */
const isPdf = (beginning: string): boolean => beginning.slice(0, 1_024).includes('%PDF-')

/**
 * Checks files: each PDF, each certificate of destruction and each export by itself; exports also against the checkpoints among them and in `pasted`, and against those of other
 * exports of their room.
 */
export async function checkFiles(files: readonly File[], pasted: readonly string[], options: CheckOptions): Promise<FileResult[]> {
  const { onProgress, signal } = options
  const folder = partsOfFolder(files)
  if (folder)
    return [
      { ...(await checkArchive(files[0]?.webkitRelativePath.split('/')[0] ?? '', folder, { ...options, isUnpacked: true })), number: 0 },
    ]
  const total = files.reduce((sum, { size }) => sum + size, 1)
  let done = 0
  const read = async function* (file: File): AsyncGenerator<string> {
    const decoder = new TextDecoder()
    const breathe = breathing(signal)
    const reader = file.stream().getReader()
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      signal.throwIfAborted()
      yield decoder.decode(piece.value, { stream: true })
      done += piece.value.length
      onProgress(done / total)
      await breathe()
    }
    yield decoder.decode()
  }
  const results: FileFinding[] = []
  const exports: File[] = []
  const notes: FoundNote[] = pasted.map((note) => ({ note, isImplied: false }))
  for (const file of files) {
    const first = await file.slice(0, 4_000).text()
    if (isCertificate(first) && file.size <= CERTIFICATE_MAX) {
      results.push(await checkCertificate(file, options))
      done += file.size
      onProgress(done / total)
    } else if (first.trimStart().startsWith('{')) {
      exports.push(file)
      // Its own checkpoint, for the others among the files.
      notes.push(...notesIn(first.replaceAll('\\n', '\n')).map((note) => ({ note, isImplied: true })))
    } else if (isZip(first)) {
      const parts = await partsOfZip(file)
      results.push(
        parts ? await checkArchive(file.name, parts, options) : { kind: 'other', name: file.name, reason: 'zip', line: undefined },
      )
      done += file.size
      onProgress(done / total)
    } else if (isSealed(first)) {
      results.push({ kind: 'sealed', name: file.name })
      done += file.size
      onProgress(done / total)
    } else if (isPdf(first)) {
      signal.throwIfAborted()
      results.push({ kind: 'pdf', name: file.name, verdict: await checkPdf(new Uint8Array(await file.arrayBuffer())) })
      done += file.size
      onProgress(done / total)
    } else {
      const found = file.size > TEXT_MAX ? [] : notesIn(await file.text())
      const isList = /\.(html?|csv)$/i.test(file.name)
      notes.push(...found.map((note) => ({ note, isImplied: isList })))
      done += file.size
      results.push(
        found.length > 0
          ? { kind: 'notes', name: file.name, isList, notes: found }
          : { kind: 'other', name: file.name, reason: 'other', line: undefined },
      )
    }
  }
  for (const file of exports) results.push(await checkExport(file, read(file), notes, options))
  return results.map((result, number) => ({ ...result, number }))
}

/** So long at most the browser neither paints nor hears a press. */
const SLICE_MS = 50

/** Lets the browser paint and hear a press, however fast the work goes. */
const painted = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** What is called between steps of long work, and pauses it where a slice is over. */
function breathing(signal: AbortSignal): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < SLICE_MS) return
    await painted()
    signal.throwIfAborted()
    since = performance.now()
  }
}

/** The checkpoints that an export is compared with, each once. */
function notesFor(checkpoint: string | null, notes: readonly FoundNote[]): { note: string }[] {
  const origin = checkpoint === null ? undefined : parseNote(checkpoint)?.checkpoint.origin
  const compared = notes.filter(({ note, isImplied }) => !isImplied || parseNote(note)?.checkpoint.origin === origin)
  return [...new Set(compared.map(({ note }) => note))].filter((note) => note !== checkpoint).map((note) => ({ note }))
}

const fingerprintOf = async (means: Means, publicKey: string): Promise<string> =>
  hashInGroups(await means.digest(fromBase64(publicKey) ?? new Uint8Array()))

async function checkCertificate(file: File, { means }: CheckOptions): Promise<FileFinding> {
  const verdict = await verifyCertificate(means, await file.text())
  const { publicKey } = verdict
  return { kind: 'certificate', name: file.name, verdict, fingerprint: publicKey && (await fingerprintOf(means, publicKey)) }
}

async function checkExport(
  file: File,
  text: AsyncIterable<string>,
  notes: readonly FoundNote[],
  { means, signal }: CheckOptions,
): Promise<FileFinding> {
  const kept: PlacedEntry[] = []
  try {
    const { head, entries } = await readExport(text)
    const watched = keeping(entries, kept, breathing(signal))
    const verdict = await verifyExport(means, head, watched, { notes: notesFor(head.checkpoint, notes) })
    const fingerprint = await fingerprintOf(means, head.publicKey)
    return { kind: 'export', name: file.name, head, verdict, fingerprint, entries: kept.slice(0, verdict.checked) }
  } catch (error) {
    if (error instanceof NotAnExport) return { kind: 'other', name: file.name, reason: error.reason, line: error.line }
    throw error
  }
}

async function* keeping(entries: AsyncIterable<ReadEntry>, kept: PlacedEntry[], breathe: () => Promise<void>): AsyncGenerator<ReadEntry> {
  for await (const read of entries) {
    await breathe()
    if (kept.length < KEPT_ENTRIES && !('malformed' in read) && read.entry && read.seq !== null)
      kept.push({ seq: read.seq, entry: read.entry })
    yield read
  }
}

/** A checkpoint of which nothing else is there. */
export interface LoneNote extends Pick<Checkpoint, 'origin' | 'size' | 'at'> {
  readonly root: string
  /** Another one of the same log and size has another root: the log was shown in two ways. */
  readonly contradicted: boolean
}

/** Checkpoints compared with each other, where there is no export to check them with. Their signatures are not looked at. */
export function compareNotes(notes: readonly string[]): LoneNote[] {
  const parsed = [...new Set(notes)].flatMap((note) => parseNote(note)?.checkpoint ?? [])
  return parsed.map(({ origin, size, at, root }) => ({
    origin,
    size,
    at,
    root: shortHash(root),
    contradicted: parsed.some((other) => other.origin === origin && other.size === size && !sameHash(other.root, root)),
  }))
}
