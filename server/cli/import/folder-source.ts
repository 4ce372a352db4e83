import { constants } from 'node:fs'
import { lstat, open, opendir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { type ImportSource, type SourceEntry, SourceFault, type SourceFaultCode, stepsOfPath } from '../../features/documents/index.ts'

const PIECE = 256 * 1024

/** Of names that are no UTF-8, which the file system cannot find again. */
const UNKNOWN = '\uFFFD'

/** Links below the folder are not followed. */
export async function openFolderSource(folder: string): Promise<ImportSource> {
  const root = await realpath(folder)
  const entries: SourceEntry[] = []
  await collect(root, '', entries)
  return { name: path.basename(root).normalize('NFC'), entries }
}

async function collect(root: string, below: string, entries: SourceEntry[]): Promise<void> {
  const names: string[] = []
  try {
    for await (const { name } of await opendir(path.join(root, below))) names.push(name)
  } catch {
    entries.push(entryOf(root, { path: below, size: 0, isFolder: true, fault: 'UNREADABLE' }))
    return
  }
  for (const name of names.sort()) {
    const own = `${below}${name}`
    const found = await lstat(path.join(root, own)).catch(() => undefined)
    if (found?.isDirectory()) {
      entries.push(entryOf(root, { path: `${own}/`, size: 0, isFolder: true }))
      await collect(root, `${own}/`, entries)
    } else entries.push(entryOf(root, { path: own, size: found?.size ?? 0, isFolder: false, fault: faultOf(name, found) }))
  }
}

function faultOf(name: string, found: Awaited<ReturnType<typeof lstat>> | undefined): SourceFaultCode | undefined {
  if (name.includes(UNKNOWN)) return 'ENCODING'
  if (!found) return 'UNREADABLE'
  if (found.isSymbolicLink()) return 'LINK'
  return found.isFile() ? undefined : 'SPECIAL'
}

type Found = Pick<SourceEntry, 'path' | 'size' | 'isFolder' | 'fault'>

function entryOf(root: string, found: Found): SourceEntry {
  const steps = stepsOfPath(found.path)
  return { ...found, steps: steps ?? [], fault: found.fault ?? (steps ? undefined : 'PATH'), content: () => contentOf(root, found) }
}

/** A file that is written meanwhile is refused, and none is replaced by a link after it was listed. */
async function* contentOf(root: string, { path: own, size }: Found): AsyncGenerator<Uint8Array> {
  const file = await open(path.join(root, own), constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined)
  if (!file) throw new SourceFault('UNREADABLE')
  try {
    const before = await file.stat()
    if (!before.isFile() || before.size !== size) throw new SourceFault('CHANGED')
    for (let at = 0; at < size; ) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(PIECE, size - at)), 0, undefined, at)
      if (bytesRead === 0) throw new SourceFault('CHANGED')
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
    const after = await file.stat()
    if (after.size !== size || after.mtimeMs !== before.mtimeMs) throw new SourceFault('CHANGED')
  } finally {
    await file.close()
  }
}
