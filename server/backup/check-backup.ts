import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { isErrno } from '../platform/encryption/durable-files.ts'
import { BackupError } from './backup-error.ts'
import { readBlobList } from './blob-list.ts'
import { fileOfBlob } from './copy-blobs.ts'
import { BLOB_LIST, fileOfTable, type Manifest } from './manifest.ts'

/** @returns damaged or missing files, one per line */
export async function findFaults(folder: string, manifest: Manifest): Promise<string[]> {
  const faults: string[] = []
  const check = async (
    file: string,
    expected: { readonly bytes?: number; readonly sha256: string },
  ): Promise<boolean> => {
    const fault = await faultOf(path.join(folder, file), expected)
    if (fault !== undefined) faults.push(`${file} ${fault}`)
    return fault === undefined
  }
  for (const table of manifest.tables) await check(fileOfTable(table), table)
  if (!(await check(BLOB_LIST, { sha256: manifest.blobs.listSha256 }))) return faults
  for await (const blob of readBlobList(path.join(folder, BLOB_LIST))) {
    if (blob.is === 'missing') faults.push(`blob ${blob.id} was missing when the backup was made`)
    if (blob.is === 'copied')
      await check(path.relative(folder, fileOfBlob(folder, blob.id)), {
        bytes: blob.size,
        sha256: blob.sha256,
      })
  }
  return faults
}

/** Accepts blobs missing at the backup. @throws BackupError before any write */
export function requireSound(faults: readonly string[]): void {
  const damaged = faults.filter((fault) => !fault.endsWith('when the backup was made'))
  if (damaged.length === 0) return
  const shown = damaged.slice(0, 20).join('\n')
  throw new BackupError(
    `The backup is damaged. Use another one. Nothing was written.\n${shown}${damaged.length > 20 ? '\n…' : ''}`,
  )
}

async function faultOf(
  file: string,
  { bytes, sha256 }: { readonly bytes?: number; readonly sha256: string },
): Promise<string | undefined> {
  try {
    if (bytes !== undefined && (await stat(file)).size !== bytes) return 'has another size'
    const hash = createHash('sha256')
    for await (const piece of createReadStream(file)) hash.update(piece)
    return hash.digest('hex') === sha256 ? undefined : 'is damaged'
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return 'is missing'
    if (isErrno(error, 'EIO')) return 'cannot be read'
    throw error
  }
}
