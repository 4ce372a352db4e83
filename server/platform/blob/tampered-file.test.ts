import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, open, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  context,
  encryptFile,
  loaded,
  MiB,
  openLocally,
} from '../../test/scenarios/blobs/encrypted-files.ts'
import { systemClock } from '../clock/clock.ts'
import { CHUNK_SIZE, EncryptionError, encryptedSize } from '../encryption/cobblestone.ts'
import type { EncryptionContext } from '../encryption/context.ts'
import type { BlobStore } from './blob-store.ts'
import { openDiskBlobStore } from './disk-blob-store.ts'
import { type EncryptedFile, EncryptedFileReader } from './encrypted-file.ts'

let dataDir: string
let store: BlobStore

async function openStore(): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'sealed-'))
  store = await openDiskBlobStore(dataDir, systemClock)
}
const removeStore = (): Promise<void> => rm(dataDir, { recursive: true })

async function readLocally(file: EncryptedFile, offset: number, length: number): Promise<Buffer> {
  const local = await openLocally(store, file)
  try {
    const target = Buffer.alloc(length)
    local.readInto(target, 0, offset, length)
    return target
  } finally {
    local.close()
  }
}

describe('K01: a sealed file that was tampered with', () => {
  const contents = [randomBytes(2 * MiB), randomBytes(3 * CHUNK_SIZE + 9)]
  let file: EncryptedFile
  let paths: [string, string]

  beforeEach(async () => {
    await openStore()
    file = await encryptFile(store, contents)
    const [first, second] = await Promise.all(
      file.segments.map(({ blobId }) => store.local(blobId)),
    )
    paths = [first?.path ?? '', second?.path ?? '']
  })
  afterEach(removeStore)

  async function expectRefused(
    tampered: EncryptedFile,
    offset: number,
    length: number,
  ): Promise<void> {
    const reader = new EncryptedFileReader(store, tampered)
    await expect(loaded(store, tampered)).rejects.toThrow(EncryptionError)
    await expect(reader.read(offset, length)).rejects.toThrow(EncryptionError)
    await expect(buffer(reader.stream({ start: offset, end: offset + length }))).rejects.toThrow(
      EncryptionError,
    )
    await expect(readLocally(tampered, offset, length)).rejects.toThrow(EncryptionError)
  }

  async function flip(path: string, at: number): Promise<void> {
    const handle = await open(path, 'r+')
    const byte = Buffer.alloc(1)
    await handle.read(byte, 0, 1, at)
    byte[0]! ^= 1
    await handle.write(byte, 0, 1, at)
    await handle.close()
  }

  it('with a flipped bit, hands out no byte of the run that holds it, and right ones elsewhere', async () => {
    await flip(paths[0], 56 + 70 * (CHUNK_SIZE + 16) + 3)
    await expectRefused(file, 70 * CHUNK_SIZE + 100, 1)
    await expectRefused(file, 0, 2 * MiB)
    const got: Buffer[] = []
    const read = async (): Promise<void> => {
      for await (const chunk of new EncryptedFileReader(store, file).stream()) got.push(chunk)
    }
    await expect(read()).rejects.toThrow(EncryptionError)
    expect(Buffer.concat(got).equals(contents[0]?.subarray(0, MiB) ?? Buffer.alloc(0))).toBe(true)
    expect(
      (await new EncryptedFileReader(store, file).read(0, MiB)).equals(
        contents[0]?.subarray(0, MiB) ?? Buffer.alloc(0),
      ),
    ).toBe(true)
  })

  it('with a flipped bit in salt, commitment or last chunk, hands out nothing of the segment', async () => {
    for (const at of [0, 23, 24, 55, encryptedSize(2 * MiB) - 1]) {
      await flip(paths[0], at)
      await expectRefused(file, 0, 1)
      await flip(paths[0], at)
    }
    expect((await new EncryptedFileReader(store, file).read(0, 1))[0]).toBe(contents[0]?.[0])
  })

  it('cut or extended, hands out nothing of the segment, even where row and blob were cut alike', async () => {
    const [segment] = file.segments
    const original = await readFile(paths[0])
    for (const size of [0, 1, 2 * MiB - 1, 2 * MiB + 1, MiB, 2 * MiB - CHUNK_SIZE]) {
      const encrypted = Buffer.alloc(encryptedSize(size))
      original.copy(encrypted)
      await writeFile(paths[0], encrypted)
      await expectRefused(file, 0, 1)
      if (segment !== undefined && size > 0)
        await expectRefused({ context, segments: [{ ...segment, size }] }, 0, 1)
    }
    await truncate(paths[0], 40)
    await expectRefused(file, 0, 1)
    await rm(paths[0])
    await expect(new EncryptedFileReader(store, file).read(0, 1)).rejects.toThrow(EncryptionError)
  })

  it('with chunks swapped', async () => {
    const encrypted = await readFile(paths[0])
    const chunk = (n: number): Buffer => encrypted.subarray(56 + n * 16_400, 56 + (n + 1) * 16_400)
    const [one, two] = [Buffer.from(chunk(1)), Buffer.from(chunk(2))]
    two.copy(chunk(1))
    one.copy(chunk(2))
    await writeFile(paths[0], encrypted)
    await expectRefused(file, CHUNK_SIZE, 1)
    await expectRefused(file, 2 * CHUNK_SIZE, 1)
  })

  it('with segments in another order, in another place, or blobs exchanged', async () => {
    const [first, second] = file.segments
    if (first === undefined || second === undefined) throw new Error('two segments were written')
    await expectRefused({ context, segments: [second, first] }, 0, 1)
    await expectRefused({ context, segments: [second] }, 0, 1)
    await expectRefused({ context, segments: [first, first] }, first.size, 1)
    await expectRefused({ context, segments: [{ ...first, key: second.key }] }, 0, 1)

    const twin = await encryptFile(store, contents)
    await copyFile((await store.local(twin.segments[0]?.blobId ?? '')).path, paths[0])
    await expectRefused(file, 0, 1)
  })

  it('read as another file, version, room or purpose', async () => {
    const elsewhere: EncryptionContext[] = [
      { ...context, file: 'f2' },
      { ...context, fileVersion: 2 },
      { ...context, room: '0b8f3d8e-3a55-4c52-9d0a-6f2f7a1d5c12' },
      { ...context, purpose: 'preview' },
      { ...context, parts: [0] },
    ]
    for (const where of elsewhere) await expectRefused({ ...file, context: where }, 0, 1)
  })
})
