import { MANIFEST } from '../../contract/proof/archive-manifest.ts'
import { fromBase64 } from '../../contract/proof/bytes.ts'
import { hashInGroups } from '../../contract/proof/checkpoint.ts'
import type { CryptoProvider } from '../../contract/proof/signed-note.ts'
import {
  type ArchiveVerdict,
  type FoundFile,
  verifyArchive,
} from '../../contract/proof/verify-archive.ts'
import { NotThatZip } from '../../contract/proof/zip-directory.ts'
import { type ZippedFile, zippedFiles } from '../../contract/proof/zip-files.ts'

export interface ArchiveFinding {
  readonly kind: 'archive'
  readonly name: string
  readonly verdict: ArchiveVerdict
  readonly fingerprint: string
}

interface ArchivePartInBrowser {
  readonly path: string
  readonly size: number
  content(): Promise<Blob>
}

interface Telling {
  readonly means: CryptoProvider
  readonly isUnpacked?: boolean
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export async function partsOfZip(file: File): Promise<readonly ArchivePartInBrowser[] | undefined> {
  const read = async (offset: number, length: number): Promise<Uint8Array> =>
    new Uint8Array(await file.slice(offset, offset + length).arrayBuffer())
  const content = async ({ offset, size }: ZippedFile): Promise<Blob> => {
    const at = await offset()
    return file.slice(at, at + size)
  }
  try {
    const files = await zippedFiles({ size: file.size, read })
    if (!files.some(({ path }) => path === MANIFEST.list)) return undefined
    return files.map((zipped) => ({
      path: zipped.path,
      size: zipped.size,
      content: () => content(zipped),
    }))
  } catch (error) {
    if (error instanceof NotThatZip) return undefined
    throw error
  }
}

export function partsOfFolder(files: readonly File[]): readonly ArchivePartInBrowser[] | undefined {
  const parts = files.flatMap((file) => {
    const [, ...steps] = (file.webkitRelativePath || '').split('/')
    return steps.length === 0
      ? []
      : [{ path: steps.join('/').normalize('NFC'), size: file.size, content: async () => file }]
  })
  return parts.length === files.length && parts.some(({ path }) => path === MANIFEST.list)
    ? parts
    : undefined
}

export async function checkArchive(
  name: string,
  parts: readonly ArchivePartInBrowser[],
  { means: provider, isUnpacked = false, onProgress, signal }: Telling,
): Promise<ArchiveFinding> {
  const find = (path: string): ArchivePartInBrowser | undefined =>
    parts.find((part) => part.path === path)
  const list = await bytesOf(find(MANIFEST.list))
  const note = await (await find(MANIFEST.note)?.content())?.text()
  const files = parts.map(
    (part): FoundFile => ({
      path: part.path,
      size: part.size,
      async sha256() {
        signal.throwIfAborted()
        return hexOf(await provider.digest((await bytesOf(part)) ?? new Uint8Array()))
      },
    }),
  )
  const onFile = (done: number, all: number) => onProgress(done / Math.max(1, all))
  const verdict = await verifyArchive(provider, { list, note, files }, { isUnpacked, onFile })
  signal.throwIfAborted()
  const key = fromBase64(verdict.manifest?.publicKey ?? '') ?? new Uint8Array()
  return { kind: 'archive', name, verdict, fingerprint: hashInGroups(await provider.digest(key)) }
}

async function bytesOf(part: ArchivePartInBrowser | undefined): Promise<Uint8Array | undefined> {
  return part && new Uint8Array(await (await part.content()).arrayBuffer())
}
