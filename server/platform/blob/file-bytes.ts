import type { Stats } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { isErrno } from '../encryption/durable-files.ts'

/** The caller owns the memory. @returns fewer bytes at the end. */
export async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length)
  let have = 0
  while (have < length) {
    const { bytesRead } = await file.read(bytes, have, length - have, offset + have)
    if (bytesRead === 0) break
    have += bytesRead
  }
  return bytes.subarray(0, have)
}

export async function writeAt(file: FileHandle, bytes: Buffer, offset: number): Promise<void> {
  for (let at = 0; at < bytes.length; )
    at += (await file.write(bytes, at, bytes.length - at, offset + at)).bytesWritten
}

export const statIfThere = (path: string): Promise<Stats | undefined> => ifThere(stat(path))

export const openIfThere = (path: string): Promise<FileHandle | undefined> =>
  ifThere(open(path, 'r'))

async function ifThere<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}
