import { type ArchiveManifest, archiveManifest, archiveOriginOf, MANIFEST, type ManifestFile } from './archive-manifest.ts'
import { type Checkpoint, parseNote } from './checkpoint.ts'
import { sameHash } from './merkle.ts'
import { isSignedBy, type Means } from './signed-note.ts'

declare const TextDecoder: new (label: string, options: { fatal: boolean }) => { decode(bytes: Uint8Array): string }

/** Why nothing of an archive is proven. `OTHER_KEY`: the manifest states another key than the one that is known from elsewhere. */
export type ArchiveFault = 'NO_MANIFEST' | 'NO_SIGNATURE' | 'BAD_SIGNATURE' | 'OTHER_KEY' | 'OTHER_MANIFEST'

/** A file that is at hand. */
export interface FoundFile {
  /** Its way in the archive. */
  readonly path: string
  /** Bytes. */
  readonly size: number
  /** SHA-256 of its content, in hexadecimal. @throws where it cannot be read. */
  sha256(): Promise<string>
}

/** What came of a check. Lists hold ways of files. */
export interface ArchiveVerdict {
  readonly fault: ArchiveFault | undefined
  readonly manifest: ArchiveManifest | undefined
  /** When it was signed, and for which log. */
  readonly signed: Checkpoint | undefined
  /** How many files were found as they were put in. */
  readonly checked: number
  /** Other bytes than were put in, or such as cannot be read. */
  readonly changed: readonly string[]
  readonly missing: readonly string[]
  /** Not of the archive, or there twice. */
  readonly extra: readonly string[]
}

const NOTHING: ArchiveVerdict = {
  ...{ fault: undefined, manifest: undefined, signed: undefined },
  ...{ checked: 0, changed: [], missing: [], extra: [] },
}

/** Whether everything is there as it was signed. */
export const isWholeArchive = ({ fault, changed, missing, extra }: ArchiveVerdict): boolean =>
  fault === undefined && changed.length + missing.length + extra.length === 0

interface Archive {
  /** Bytes of `manifest.json`; undefined where it is not there. */
  readonly list: Uint8Array | undefined
  /** Text of `manifest.note`. */
  readonly note: string | undefined
  /** All files, these two perhaps among them. */
  readonly files: Iterable<FoundFile> | AsyncIterable<FoundFile>
}

interface Options {
  /** The key, where it is known from elsewhere. */
  readonly publicKey?: string | undefined
  /** It is a folder: what systems leave in one that somebody has opened is no file of anybody. */
  readonly isUnpacked?: boolean
  /** Is told after each file. */
  readonly onFile?: (done: number, all: number) => void
}

/** Checks the files of an archive against its manifest, and the manifest against its signature, file by file. */
export async function verifyArchive(
  means: Means,
  archive: Archive,
  { publicKey, isUnpacked, onFile }: Options = {},
): Promise<ArchiveVerdict> {
  const { list, note } = archive
  const manifest = list && parseManifest(list)
  if (!list || !manifest) return { ...NOTHING, fault: 'NO_MANIFEST' }
  if (publicKey !== undefined && publicKey !== manifest.publicKey) return { ...NOTHING, manifest, fault: 'OTHER_KEY' }
  const signed = await readSignature(means, manifest, note)
  if (typeof signed === 'string') return { ...NOTHING, manifest, fault: signed }
  const isSame = signed.size === manifest.files.length && sameHash(await means.digest(list), signed.root)
  if (!isSame) return { ...NOTHING, manifest, signed, fault: 'OTHER_MANIFEST' }
  return { ...NOTHING, manifest, signed, ...(await compare(manifest, archive.files, isUnpacked ? LITTER : undefined, onFile)) }
}

function parseManifest(list: Uint8Array): ArchiveManifest | undefined {
  try {
    return archiveManifest.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(list))).data
  } catch {
    return undefined
  }
}

async function readSignature(means: Means, manifest: ArchiveManifest, note: string | undefined): Promise<Checkpoint | ArchiveFault> {
  const parsed = note === undefined ? undefined : parseNote(note)
  if (!parsed?.checkpoint.origin.startsWith(archiveOriginOf(''))) return 'NO_SIGNATURE'
  return (await isSignedBy(means, manifest.publicKey, parsed)) ? parsed.checkpoint : 'BAD_SIGNATURE'
}

/** Of macOS and Windows. */
const LITTER = /(^|\/)(\.DS_Store|\._[^/]*|Thumbs\.db|desktop\.ini)$/i

async function compare(
  { files }: ArchiveManifest,
  found: Archive['files'],
  litter: RegExp | undefined,
  onFile: Options['onFile'],
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
