import {
  type ArchiveManifest,
  archiveManifest,
  archiveOriginOf,
  MANIFEST,
  type ManifestFile,
} from './archive-manifest.ts'
import { type Checkpoint, parseNote } from './checkpoint.ts'
import { sameHash } from './merkle.ts'
import { type CryptoProvider, isSignedBy } from './signed-note.ts'

declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean },
) => { decode(bytes: Uint8Array): string }

/** `OTHER_KEY` means that the manifest's key differs from the known one. */
export type ArchiveFault =
  | 'NO_MANIFEST'
  | 'NO_SIGNATURE'
  | 'BAD_SIGNATURE'
  | 'OTHER_KEY'
  | 'OTHER_MANIFEST'

export interface FoundFile {
  readonly path: string
  /** The size is in bytes. */
  readonly size: number
  /** @returns hexadecimal @throws Error if the file cannot be read */
  sha256(): Promise<string>
}

export interface ArchiveVerdict {
  readonly fault: ArchiveFault | undefined
  readonly manifest: ArchiveManifest | undefined
  readonly signed: Checkpoint | undefined
  readonly checked: number
  /** Unreadable files count as changed. */
  readonly changed: readonly string[]
  readonly missing: readonly string[]
  /** These are missing in the manifest, or occur twice. */
  readonly extra: readonly string[]
}

const NOTHING: ArchiveVerdict = {
  ...{ fault: undefined, manifest: undefined, signed: undefined },
  ...{ checked: 0, changed: [], missing: [], extra: [] },
}

export const isWholeArchive = ({ fault, changed, missing, extra }: ArchiveVerdict): boolean =>
  fault === undefined && changed.length + missing.length + extra.length === 0

interface Archive {
  readonly list: Uint8Array | undefined
  readonly note: string | undefined
  /** The files may include the manifest and its note. */
  readonly files: Iterable<FoundFile> | AsyncIterable<FoundFile>
}

interface VerifyArchiveOptions {
  /** The key comes from an independent source. */
  readonly publicKey?: string | undefined
  /** The operating system may add files. */
  readonly isUnpacked?: boolean
  readonly onFile?: (done: number, all: number) => void
}

export async function verifyArchive(
  provider: CryptoProvider,
  archive: Archive,
  { publicKey, isUnpacked, onFile }: VerifyArchiveOptions = {},
): Promise<ArchiveVerdict> {
  const { list, note } = archive
  const manifest = list && parseManifest(list)
  if (!list || !manifest) return { ...NOTHING, fault: 'NO_MANIFEST' }
  if (publicKey !== undefined && publicKey !== manifest.publicKey)
    return { ...NOTHING, manifest, fault: 'OTHER_KEY' }
  const signed = await readSignature(provider, manifest, note)
  if (typeof signed === 'string') return { ...NOTHING, manifest, fault: signed }
  const isSame =
    signed.size === manifest.files.length && sameHash(await provider.digest(list), signed.root)
  if (!isSame) return { ...NOTHING, manifest, signed, fault: 'OTHER_MANIFEST' }
  return {
    ...NOTHING,
    manifest,
    signed,
    ...(await compare(manifest, archive.files, isUnpacked ? LITTER : undefined, onFile)),
  }
}

function parseManifest(list: Uint8Array): ArchiveManifest | undefined {
  try {
    return archiveManifest.safeParse(
      JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(list)),
    ).data
  } catch {
    return undefined
  }
}

async function readSignature(
  provider: CryptoProvider,
  manifest: ArchiveManifest,
  note: string | undefined,
): Promise<Checkpoint | ArchiveFault> {
  const parsed = note === undefined ? undefined : parseNote(note)
  if (!parsed?.checkpoint.origin.startsWith(archiveOriginOf(''))) return 'NO_SIGNATURE'
  return (await isSignedBy(provider, manifest.publicKey, parsed))
    ? parsed.checkpoint
    : 'BAD_SIGNATURE'
}

const LITTER = /(^|\/)(\.DS_Store|\._[^/]*|Thumbs\.db|desktop\.ini)$/i

async function compare(
  { files }: ArchiveManifest,
  found: Archive['files'],
  litter: RegExp | undefined,
  onFile: VerifyArchiveOptions['onFile'],
): Promise<Pick<ArchiveVerdict, 'checked' | 'changed' | 'missing' | 'extra'>> {
  const awaited = new Map(files.map((file) => [file.path, file]))
  const changed: string[] = []
  const extra: string[] = []
  let checked = 0
  for await (const file of found) {
    if (file.path === MANIFEST.list || file.path === MANIFEST.note) continue
    const listed = awaited.get(file.path)
    awaited.delete(file.path)
    if (!listed && litter?.test(file.path)) continue
    if (!listed) extra.push(file.path)
    else if (await isAsListed(file, listed)) checked += 1
    else changed.push(file.path)
    onFile?.(files.length - awaited.size, files.length)
  }
  return { checked, changed, missing: [...awaited.keys()], extra }
}

async function isAsListed(file: FoundFile, { size, sha256 }: ManifestFile): Promise<boolean> {
  if (file.size !== size) return false
  return (await file.sha256().catch(() => undefined)) === sha256
}
