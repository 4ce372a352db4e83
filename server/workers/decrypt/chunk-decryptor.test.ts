import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BlobStore } from '../../platform/blob/blob-store.ts'
import { openDiskBlobStore } from '../../platform/blob/disk-blob-store.ts'
import { type EncryptedFile, EncryptedFileReader } from '../../platform/blob/encrypted-file.ts'
import { writeSegment } from '../../platform/blob/write-segment.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { EncryptionError } from '../../platform/encryption/cobblestone.ts'
import { silentLog } from '../../platform/log/log.ts'
import { createChunkDecryptor } from './chunk-decryptor.ts'

const MiB = 1024 * 1024
const contents = [randomBytes(3 * MiB + 5), randomBytes(100), Buffer.alloc(0), randomBytes(MiB)]
const whole = Buffer.concat(contents)
const decryptor = createChunkDecryptor(silentLog)

let dataDir: string
let store: BlobStore
let file: EncryptedFile
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'opened-'))
  store = await openDiskBlobStore(dataDir, systemClock)
  file = await encrypted()
})
afterAll(() => rm(dataDir, { recursive: true }))

async function encrypted(): Promise<EncryptedFile> {
  const context = {
    room: '0b8f3d8e-3a55-4c52-9d0a-6f2f7a1d5c11',
    file: 'f1',
    fileVersion: 1,
    purpose: 'content',
  }
  const segments = contents.map(async (content, segment) => {
    const writer = await writeSegment(store, context, segment)
    await writer.write(content)
    return writer.finish()
  })
  return { segments: await Promise.all(segments), context }
}

const reader = (of = file): EncryptedFileReader => new EncryptedFileReader(store, of, decryptor)
const loaded = async (of = file): Promise<Buffer> => Buffer.concat([...(await reader(of).load())])

describe('a file that another thread opens', () => {
  it('is the same whole, streamed and in ranges, with many readers at once', async () => {
    const ranges = [
      [0, whole.length],
      [1, 3 * MiB],
      [MiB - 1, MiB + 2],
      [3 * MiB + 5, whole.length],
      [20, 20],
    ] as const
    const streamed = ranges.map(async ([start, end]) => {
      const bytes = await buffer(reader().stream({ start, end }))
      expect(bytes.equals(whole.subarray(start, end))).toBe(true)
      expect((await reader().read(start, end - start)).equals(bytes)).toBe(true)
    })
    const all = Array.from({ length: 4 }, async () =>
      expect((await loaded()).equals(whole)).toBe(true),
    )
    await Promise.all([...streamed, ...all])
  })

  it('with a flipped bit hands out none of what was opened together, and others are still served', async () => {
    const damaged = await encrypted()
    const { path } = await store.local(damaged.segments[0]?.blobId ?? '')
    const bytes = await readFile(path)
    const at = 2 * MiB + 90_000
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    await writeFile(path, bytes)
    await expect(reader(damaged).load()).rejects.toThrow(EncryptionError)
    await expect(reader(damaged).read(0, whole.length)).rejects.toThrow(EncryptionError)
    const pieces: Buffer[] = []
    const streaming = async (): Promise<void> => {
      for await (const piece of reader(damaged).stream()) pieces.push(piece as Buffer)
    }
    await expect(streaming()).rejects.toThrow(EncryptionError)
    const got = Buffer.concat(pieces)
    expect(got.length).toBeLessThanOrEqual(2 * MiB)
    expect(got.equals(whole.subarray(0, got.length))).toBe(true)
    expect((await loaded()).equals(whole)).toBe(true)
  })

  it('is not opened with the key of another', async () => {
    const [first, ...rest] = file.segments
    if (!first) throw new Error('no segment')
    const other = { ...file, segments: [{ ...first, key: randomBytes(32) }, ...rest] }
    await expect(loaded(other)).rejects.toThrow(EncryptionError)
    await expect(buffer(reader(other).stream())).rejects.toThrow(EncryptionError)
  })
})
