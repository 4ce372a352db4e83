import { fromBase64 } from '../../contract/proof/bytes.ts'
import {
  type Checkpoint,
  hashInGroups,
  notesIn,
  parseNote,
  shortHash,
} from '../../contract/proof/checkpoint.ts'
import {
  type CertificateVerdict,
  isCertificate,
  verifyCertificate,
} from '../../contract/proof/destruction.ts'
import type { ExportHead } from '../../contract/proof/history-export.ts'
import type { LogEntry } from '../../contract/proof/log-entry.ts'
import { sameHash } from '../../contract/proof/merkle.ts'
import { NotAnExport, type ReadEntry, readExport } from '../../contract/proof/read-export.ts'
import type { CryptoProvider } from '../../contract/proof/signed-note.ts'
import { type ExportVerdict, verifyExport } from '../../contract/proof/verify-export.ts'
import { type ArchiveFinding, checkArchive, partsOfFolder, partsOfZip } from './check-archive.ts'
import { checkPdf, type PdfVerdict } from './pdf/check-pdf.ts'

export interface PlacedEntry {
  readonly seq: number
  readonly entry: LogEntry
}

export type FileResult = FileFinding & { readonly number: number }

type FileFinding =
  | {
      readonly kind: 'export'
      readonly name: string
      readonly head: ExportHead
      readonly verdict: ExportVerdict
      readonly fingerprint: string
      readonly entries: readonly PlacedEntry[]
    }
  | {
      readonly kind: 'notes'
      readonly name: string
      readonly isList: boolean
      readonly notes: readonly string[]
    }
  | {
      readonly kind: 'certificate'
      readonly name: string
      readonly verdict: CertificateVerdict
      readonly fingerprint: string | undefined
    }
  | { readonly kind: 'pdf'; readonly name: string; readonly verdict: PdfVerdict }
  | ArchiveFinding
  | { readonly kind: 'sealed'; readonly name: string }
  | {
      readonly kind: 'other'
      readonly name: string
      readonly reason: NotAnExport['reason'] | 'zip'
      readonly line: number | undefined
    }

/** Later entries are only checked. */
const KEPT_ENTRIES = 2_000
/** Mails with checkpoints are smaller. */
const TEXT_MAX = 50_000_000

const CERTIFICATE_MAX = 1_000_000

export interface CheckOptions {
  readonly means: CryptoProvider
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** `implied` means another export's note, which proves nothing against other rooms. */
interface FoundNote {
  readonly note: string
  readonly isImplied: boolean
}

/** The age format can be checked only after decryption. */
const isSealed = (beginning: string): boolean => beginning.startsWith('age-encryption.org/')

const isZip = (beginning: string): boolean => beginning.startsWith('PK\x03\x04')

/** Other bytes may precede (ISO 32000-2, Annex I). */
const isPdf = (beginning: string): boolean => beginning.slice(0, 1_024).includes('%PDF-')

export async function checkFiles(
  files: readonly File[],
  pasted: readonly string[],
  options: CheckOptions,
): Promise<FileResult[]> {
  const { onProgress, signal } = options
  const folder = partsOfFolder(files)
  if (folder)
    return [
      {
        ...(await checkArchive(files[0]?.webkitRelativePath.split('/')[0] ?? '', folder, {
          ...options,
          isUnpacked: true,
        })),
        number: 0,
      },
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
      notes.push(
        ...notesIn(first.replaceAll('\\n', '\n')).map((note) => ({ note, isImplied: true })),
      )
    } else if (isZip(first)) {
      const parts = await partsOfZip(file)
      results.push(
        parts
          ? await checkArchive(file.name, parts, options)
          : { kind: 'other', name: file.name, reason: 'zip', line: undefined },
      )
      done += file.size
      onProgress(done / total)
    } else if (isSealed(first)) {
      results.push({ kind: 'sealed', name: file.name })
      done += file.size
      onProgress(done / total)
    } else if (isPdf(first)) {
      signal.throwIfAborted()
      results.push({
        kind: 'pdf',
        name: file.name,
        verdict: await checkPdf(new Uint8Array(await file.arrayBuffer())),
      })
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

const SLICE_MS = 50

const painted = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

function breathing(signal: AbortSignal): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < SLICE_MS) return
    await painted()
    signal.throwIfAborted()
    since = performance.now()
  }
}

function notesFor(checkpoint: string | null, notes: readonly FoundNote[]): { note: string }[] {
  const origin = checkpoint === null ? undefined : parseNote(checkpoint)?.checkpoint.origin
  const compared = notes.filter(
    ({ note, isImplied }) => !isImplied || parseNote(note)?.checkpoint.origin === origin,
  )
  return [...new Set(compared.map(({ note }) => note))]
    .filter((note) => note !== checkpoint)
    .map((note) => ({ note }))
}

const fingerprintOf = async (provider: CryptoProvider, publicKey: string): Promise<string> =>
  hashInGroups(await provider.digest(fromBase64(publicKey) ?? new Uint8Array()))

async function checkCertificate(
  file: File,
  { means: provider }: CheckOptions,
): Promise<FileFinding> {
  const verdict = await verifyCertificate(provider, await file.text())
  const { publicKey } = verdict
  return {
    kind: 'certificate',
    name: file.name,
    verdict,
    fingerprint: publicKey && (await fingerprintOf(provider, publicKey)),
  }
}

async function checkExport(
  file: File,
  text: AsyncIterable<string>,
  notes: readonly FoundNote[],
  { means: provider, signal }: CheckOptions,
): Promise<FileFinding> {
  const kept: PlacedEntry[] = []
  try {
    const { head, entries } = await readExport(text)
    const watched = keeping(entries, kept, breathing(signal))
    const verdict = await verifyExport(provider, head, watched, {
      notes: notesFor(head.checkpoint, notes),
    })
    const fingerprint = await fingerprintOf(provider, head.publicKey)
    return {
      kind: 'export',
      name: file.name,
      head,
      verdict,
      fingerprint,
      entries: kept.slice(0, verdict.checked),
    }
  } catch (error) {
    if (error instanceof NotAnExport)
      return { kind: 'other', name: file.name, reason: error.reason, line: error.line }
    throw error
  }
}

async function* keeping(
  entries: AsyncIterable<ReadEntry>,
  kept: PlacedEntry[],
  breathe: () => Promise<void>,
): AsyncGenerator<ReadEntry> {
  for await (const read of entries) {
    await breathe()
    if (kept.length < KEPT_ENTRIES && !('malformed' in read) && read.entry && read.seq !== null)
      kept.push({ seq: read.seq, entry: read.entry })
    yield read
  }
}

export interface LoneNote extends Pick<Checkpoint, 'origin' | 'size' | 'at'> {
  readonly root: string
  /** The log was shown in two versions. */
  readonly contradicted: boolean
}

/** Does not verify signatures. */
export function compareNotes(notes: readonly string[]): LoneNote[] {
  const parsed = [...new Set(notes)].flatMap((note) => parseNote(note)?.checkpoint ?? [])
  return parsed.map(({ origin, size, at, root }) => ({
    origin,
    size,
    at,
    root: shortHash(root),
    contradicted: parsed.some(
      (other) => other.origin === origin && other.size === size && !sameHash(other.root, root),
    ),
  }))
}
