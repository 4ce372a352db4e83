import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { MANIFEST } from '../../contract/proof/archive-manifest.ts'
import {
  type ArchiveVerdict,
  type FoundFile,
  verifyArchive,
} from '../../contract/proof/verify-archive.ts'
import { NotThatZip } from '../../contract/proof/zip-directory.ts'
import { zippedFiles } from '../../contract/proof/zip-files.ts'
import { nodeCrypto } from '../platform/encryption/node-crypto.ts'

// APPNOTE.TXT 6.3.10 defines this local file header.
const ZIP_START = Buffer.from('PK\u0003\u0004', 'latin1')
const AGE_START = Buffer.from('age-encryption.org/', 'latin1')

interface ArchivePartOnDisk {
  readonly path: string
  readonly size: number
  stream(): Promise<NodeJS.ReadableStream>
}

/** `sealed` means still encrypted. */
export async function formOfArchive(
  file: string,
): Promise<'zip' | 'folder' | 'sealed' | undefined> {
  if ((await stat(file)).isDirectory()) return 'folder'
  const handle = await open(file)
  try {
    const start = Buffer.alloc(AGE_START.length)
    await handle.read(start, 0, start.length, 0)
    if (start.equals(AGE_START)) return 'sealed'
    return start.subarray(0, ZIP_START.length).equals(ZIP_START) ? 'zip' : undefined
  } finally {
    await handle.close()
  }
}

/** @param publicKey in base64, from an independent source @throws NotThatZip */
export async function checkArchive(
  file: string,
  form: 'zip' | 'folder',
  publicKey: string | undefined,
): Promise<ArchiveVerdict> {
  if (form === 'folder') return verify(await partsOfFolder(file), { publicKey, isUnpacked: true })
  const handle = await open(file)
  try {
    return await verify(await partsOfZip(file, handle), { publicKey })
  } finally {
    await handle.close()
  }
}

async function partsOfZip(file: string, handle: FileHandle): Promise<ArchivePartOnDisk[]> {
  const read = async (offset: number, length: number): Promise<Uint8Array> => {
    const bytes = Buffer.alloc(length)
    const { bytesRead } = await handle.read(bytes, 0, length, offset)
    if (bytesRead < length) throw new NotThatZip('cut')
    return bytes
  }
  const files = await zippedFiles({ size: (await handle.stat()).size, read })
  return files.map(({ path: name, size, offset }) => ({
    path: name,
    size,
    async stream() {
      const start = await offset()
      return createReadStream(file, { start, end: start + size - 1 })
    },
  }))
}

async function partsOfFolder(folder: string): Promise<ArchivePartOnDisk[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  return Promise.all(
    files.map(async (file) => ({
      path: path.relative(folder, file).split(path.sep).join('/').normalize('NFC'),
      size: (await stat(file)).size,
      stream: async () => createReadStream(file),
    })),
  )
}

async function verify(
  parts: readonly ArchivePartOnDisk[],
  options: Parameters<typeof verifyArchive>[2],
): Promise<ArchiveVerdict> {
  const find = (name: string): ArchivePartOnDisk | undefined =>
    parts.find((part) => part.path === name)
  const list = await bytesOf(find(MANIFEST.list))
  const note = (await bytesOf(find(MANIFEST.note)))?.toString('utf8')
  return verifyArchive(nodeCrypto, { list, note, files: parts.map(foundOf) }, options)
}

const foundOf = (part: ArchivePartOnDisk): FoundFile => ({
  path: part.path,
  size: part.size,
  async sha256() {
    const hash = createHash('sha256')
    if (part.size > 0) for await (const piece of await part.stream()) hash.update(piece)
    return hash.digest('hex')
  },
})

async function bytesOf(part: ArchivePartOnDisk | undefined): Promise<Buffer | undefined> {
  if (!part) return undefined
  const pieces: Buffer[] = []
  if (part.size > 0) for await (const piece of await part.stream()) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}
