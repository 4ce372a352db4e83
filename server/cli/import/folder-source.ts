import { constants } from 'node:fs'
import { type FileHandle, lstat, open, opendir, realpath } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import {
  type ImportSource,
  type SourceEntry,
  SourceFault,
  type SourceFaultCode,
  stepsOfPath,
} from '../../features/documents/index.ts'
import { isSystemError } from './system-error.ts'

const PIECE = 256 * 1024

/** Node.js puts this into names that are not UTF-8. */
const UNKNOWN = '\uFFFD'

/** Does not follow links below the folder. */
export async function openFolderSource(folder: string): Promise<ImportSource> {
  const root = await realpath(folder)
  const entries: SourceEntry[] = []
  await collect(root, '', entries)
  return { name: basename(root).normalize('NFC'), entries }
}

/** Opening neither follows links nor waits for a pipe. */
const OPEN = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

interface OpenedSource {
  readonly file: FileHandle
  readonly place: string
}

/** Any folder above may have become a link. The caller closes the file. @throws SourceFault */
async function openBelow(root: string, own: string): Promise<OpenedSource> {
  const path = resolve(root, own)
  const file = await open(path, OPEN)
  try {
    const place = await placeOf(file, path)
    if (place === undefined) throw new SourceFault('CHANGED')
    return { file, place }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function placeOf(file: FileHandle, path: string): Promise<string | undefined> {
  const descriptor = `/proc/self/fd/${file.fd}`
  const known = await realpath(descriptor).catch(() => undefined)
  if (known !== undefined) return known === path ? descriptor : undefined
  // Other systems hide open files' paths, so path and inode are compared.
  const [real, here, there] = await Promise.all([realpath(path), file.stat(), lstat(path)])
  return real === path && here.dev === there.dev && here.ino === there.ino ? path : undefined
}

async function namesIn(root: string, below: string): Promise<string[]> {
  const { file, place } = await openBelow(root, below)
  try {
    const names: string[] = []
    for await (const { name } of await opendir(place)) names.push(name)
    return names.sort()
  } finally {
    await file.close()
  }
}

async function collect(root: string, below: string, entries: SourceEntry[]): Promise<void> {
  const names = await namesIn(root, below).catch((error: unknown) => {
    const fault = error instanceof SourceFault ? error.code : 'UNREADABLE'
    entries.push(entryOf(root, { path: below, size: 0, isFolder: true, fault }))
    return []
  })
  for (const name of names) {
    const own = `${below}${name}`
    const found = await lstat(join(root, own)).catch(() => undefined)
    if (found?.isDirectory()) {
      entries.push(entryOf(root, { path: `${own}/`, size: 0, isFolder: true }))
      await collect(root, `${own}/`, entries)
    } else
      entries.push(
        entryOf(root, {
          path: own,
          size: found?.size ?? 0,
          isFolder: false,
          fault: faultOf(name, found),
        }),
      )
  }
}

function faultOf(
  name: string,
  found: Awaited<ReturnType<typeof lstat>> | undefined,
): SourceFaultCode | undefined {
  if (name.includes(UNKNOWN)) return 'ENCODING'
  if (!found) return 'UNREADABLE'
  if (found.isSymbolicLink()) return 'LINK'
  return found.isFile() ? undefined : 'SPECIAL'
}

type FoundSourceEntry = Pick<SourceEntry, 'path' | 'size' | 'isFolder' | 'fault'>

function entryOf(root: string, found: FoundSourceEntry): SourceEntry {
  const steps = stepsOfPath(found.path)
  return {
    ...found,
    steps: steps ?? [],
    fault: found.fault ?? (steps ? undefined : 'PATH'),
    content: () => contentOf(root, found),
  }
}

/** Refuses files changed during the read or replaced by links. */
async function* contentOf(
  root: string,
  { path: own, size }: FoundSourceEntry,
): AsyncGenerator<Uint8Array> {
  const { file } = await openBelow(root, own).catch(asFault)
  try {
    yield* unchanged(file, size)
  } catch (error) {
    throw isSystemError(error) ? new SourceFault('UNREADABLE') : error
  } finally {
    await file.close()
  }
}

function asFault(error: unknown): never {
  throw error instanceof SourceFault ? error : new SourceFault('UNREADABLE')
}

async function* unchanged(file: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  const before = await file.stat()
  if (!before.isFile() || before.size !== size) throw new SourceFault('CHANGED')
  for (let at = 0; at < size; ) {
    const { bytesRead, buffer } = await file.read(
      Buffer.alloc(Math.min(PIECE, size - at)),
      0,
      undefined,
      at,
    )
    if (bytesRead === 0) throw new SourceFault('CHANGED')
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
  const after = await file.stat()
  if (after.size !== size || after.mtimeMs !== before.mtimeMs) throw new SourceFault('CHANGED')
}
