import { createHash, randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../clock/clock.ts'
import { CHUNK_SIZE, EncryptionError, encryptedSize } from '../encryption/cobblestone.ts'
import type { EncryptionContext } from '../encryption/context.ts'
import type { BlobStore } from './blob-store.ts'
import { openDiskBlobStore } from './disk-blob-store.ts'
import { type EncryptedFile, EncryptedFileReader } from './encrypted-file.ts'
import { SyncEncryptedFile } from './sync-encrypted-file.ts'
import { type StoredSegment, writeSegment } from './write-segment.ts'

const context: EncryptionContext = { room: '0b8f3d8e-3a55-4c52-9d0a-6f2f7a1d5c11', file: 'f1', fileVersion: 1, purpose: 'content' }
const MiB = 1024 * 1024

let dataDir: string
let store: BlobStore

async function openStore(): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'sealed-'))
  store = await openDiskBlobStore(dataDir, systemClock)
}
const removeStore = (): Promise<void> => rm(dataDir, { recursive: true })

async function seal(pieces: readonly Uint8Array[], segment = 0, where = context): Promise<StoredSegment> {
  const writer = await writeSegment(store, where, segment)
  for (const piece of pieces) await writer.write(piece)
  return await writer.finish()
}

async function encryptFile(contents: readonly Uint8Array[], where = context): Promise<EncryptedFile> {
  const segments: StoredSegment[] = []
  for (const [segment, content] of contents.entries()) segments.push(await seal([content], segment, where))
  return { segments, context: where }
}

async function openLocally({ segments, context: where }: EncryptedFile): Promise<SyncEncryptedFile> {
  const local = segments.map(async ({ blobId, key, size }) => ({ ...(await store.local(blobId)), key, size }))
  return new SyncEncryptedFile(structuredClone({ segments: await Promise.all(local), context: where }))
}

async function readLocally(file: EncryptedFile, offset: number, length: number): Promise<Buffer> {
  const local = await openLocally(file)
  try {
    const target = Buffer.alloc(length)
    local.readInto(target, 0, offset, length)
    return target
  } finally {
    local.close()
  }
}

const loaded = async (file: EncryptedFile): Promise<Buffer> => Buffer.concat([...(await new EncryptedFileReader(store, file).load())])

async function blobFiles(): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

describe('a file of several segments', () => {
  const contents = [randomBytes(3 * MiB + 5), randomBytes(1), Buffer.alloc(0), randomBytes(2 * CHUNK_SIZE), randomBytes(MiB)]
  const whole = Buffer.concat(contents)
  let file: EncryptedFile

  beforeAll(async () => {
    await openStore()
    file = await encryptFile(contents)
  })
  afterAll(removeStore)

  it('says of each segment what it holds', () => {
    for (const [n, segment] of file.segments.entries()) {
      const content = contents[n] ?? Buffer.alloc(0)
      const sha256 = createHash('sha256').update(content).digest('hex')
      expect(segment).toMatchObject({ size: content.length, encryptedSize: encryptedSize(content.length), sha256 })
    }
    expect(new Set(file.segments.map(({ key }) => Buffer.from(key).toString('hex'))).size).toBe(contents.length)
    expect(new EncryptedFileReader(store, file).size).toBe(whole.length)
  })

  it('reads any range as a slice of the whole, asynchronously, streaming and synchronously', async () => {
    const reader = new EncryptedFileReader(store, file)
    const local = await openLocally(file)
    const edges = [0, 1, CHUNK_SIZE, MiB, 3 * MiB + 4, 3 * MiB + 5, 3 * MiB + 6, whole.length - 1, whole.length]
    const position = fc.oneof(fc.integer({ min: 0, max: whole.length }), fc.constantFrom(...edges))
    await fc.assert(
      fc.asyncProperty(position, position, async (a, b) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)]
        const slice = whole.subarray(start, end)
        expect((await reader.read(start, end - start)).equals(slice)).toBe(true)
        expect((await buffer(reader.stream({ start, end }))).equals(slice)).toBe(true)
        const target = Buffer.alloc(end - start + 10, 0xee)
        local.readInto(target, 7, start, end - start)
        expect(target.subarray(7, 7 + slice.length).equals(slice)).toBe(true)
        expect([...target.subarray(0, 7), ...target.subarray(7 + slice.length)].every((byte) => byte === 0xee)).toBe(true)
      }),
      { numRuns: 60 },
    )
    local.close()
  })

  it('streams the whole by default, and nothing for an empty range', async () => {
    const reader = new EncryptedFileReader(store, file)
    expect((await buffer(reader.stream())).equals(whole)).toBe(true)
    expect(await buffer(reader.stream({ start: 5, end: 5 }))).toHaveLength(0)
  })

  it('is loaded whole, in runs of at most 1 MiB', async () => {
    expect((await loaded(file)).equals(whole)).toBe(true)
    const runs = [...(await new EncryptedFileReader(store, file).load())].map(({ length }) => length)
    expect(runs).toEqual([MiB, MiB, MiB, 5, 1, 0, 2 * CHUNK_SIZE, MiB])
  })

  it('refuses ranges that it does not hold', async () => {
    const reader = new EncryptedFileReader(store, file)
    const local = await openLocally(file)
    const target = new Uint8Array(10)
    const ranges: [number, number][] = [
      [-1, 1],
      [0, -1],
      [whole.length, 1],
      [0, whole.length + 1],
      [0.5, 1],
      [Number.NaN, 1],
    ]
    for (const [offset, length] of ranges) {
      await expect(reader.read(offset, length)).rejects.toThrow(RangeError)
      expect(() => reader.stream({ start: offset, end: offset + length })).toThrow(RangeError)
      expect(() => local.readInto(new Uint8Array(whole.length + 1), 0, offset, length)).toThrow(RangeError)
    }
    expect(() => local.readInto(target, 0, 0, 11)).toThrow(RangeError)
    expect(() => local.readInto(target, 8, 0, 3)).toThrow(RangeError)
    local.close()
  })

  it('lets a reader go away in the middle', async () => {
    const stream = new EncryptedFileReader(store, file).stream()
    for await (const chunk of stream) {
      expect(whole.subarray(0, chunk.length).equals(chunk)).toBe(true)
      break
    }
    expect(stream.destroyed).toBe(true)
  })

  it('reads on synchronously after more groups than its cache holds', async () => {
    const local = await openLocally(file)
    const target = Buffer.alloc(1)
    for (const round of [0, 1]) {
      for (let at = round; at < whole.length; at += 4 * CHUNK_SIZE) {
        local.readInto(target, 0, at, 1)
        expect(target[0]).toBe(whole[at])
      }
    }
    local.close()
  })
})

describe('writing', () => {
  beforeEach(openStore)
  afterEach(removeStore)

  it('gives the same content from any split, and lets the caller reuse its buffer', async () => {
    const whole = randomBytes(700_000)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 8 }), async (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), whole.length]
        const writer = await writeSegment(store, context, 0)
        for (const [n, edge] of edges.slice(1).entries()) {
          const piece = Buffer.from(whole.subarray(edges[n], edge))
          await writer.write(piece)
          piece.fill(0)
        }
        const segment = await writer.finish()
        expect(segment.sha256).toBe(createHash('sha256').update(whole).digest('hex'))
        expect((await buffer(new EncryptedFileReader(store, { segments: [segment], context }).stream())).equals(whole)).toBe(true)
      }),
      { numRuns: 15 },
    )
  })

  it('leaves no plaintext on the disk, neither while it runs nor afterwards', async () => {
    const plaintext = Buffer.alloc(5 * MiB, 'CONFIDENTIAL ')
    const writer = await writeSegment(store, context, 0)
    await writer.write(plaintext)
    const expectEncrypted = async (): Promise<void> => {
      const files = await blobFiles()
      expect(files).toHaveLength(1)
      for (const path of files) expect((await readFile(path)).includes('CONFIDENTIAL')).toBe(false)
    }
    await expectEncrypted()
    const segment = await writer.finish()
    await expectEncrypted()
    expect(await store.size(segment.blobId)).toBe(segment.encryptedSize)
  })

  it('leaves no blob when discarded, or when the process stops before the end', async () => {
    const discarded = await writeSegment(store, context, 0)
    await discarded.write(randomBytes(2 * MiB))
    await discarded.discard()
    expect(await blobFiles()).toEqual([])
    await expect(discarded.finish()).rejects.toThrow()
    expect(await blobFiles()).toEqual([])

    const abandoned = await writeSegment(store, context, 0)
    await abandoned.write(randomBytes(2 * MiB))
    for await (const entry of (await openDiskBlobStore(dataDir, systemClock)).list()) throw new Error(`listed ${entry.id}`)
    await abandoned.discard()
  })

  it('never seals the same content twice alike', async () => {
    const content = randomBytes(1000)
    const [one, two] = [await seal([content]), await seal([content])]
    expect(one.key.equals(two.key)).toBe(false)
    const [first, second] = [await readFile((await store.local(one.blobId)).path), await readFile((await store.local(two.blobId)).path)]
    expect(first.equals(second)).toBe(false)
  })
})

describe('K01: a sealed file that was tampered with', () => {
  const contents = [randomBytes(2 * MiB), randomBytes(3 * CHUNK_SIZE + 9)]
  let file: EncryptedFile
  let paths: [string, string]

  beforeEach(async () => {
    await openStore()
    file = await encryptFile(contents)
    const [first, second] = await Promise.all(file.segments.map(({ blobId }) => store.local(blobId)))
    paths = [first?.path ?? '', second?.path ?? '']
  })
  afterEach(removeStore)

  async function expectRefused(tampered: EncryptedFile, offset: number, length: number): Promise<void> {
    const reader = new EncryptedFileReader(store, tampered)
    await expect(loaded(tampered)).rejects.toThrow(EncryptionError)
    await expect(reader.read(offset, length)).rejects.toThrow(EncryptionError)
    await expect(buffer(reader.stream({ start: offset, end: offset + length }))).rejects.toThrow(EncryptionError)
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
    expect((await new EncryptedFileReader(store, file).read(0, MiB)).equals(contents[0]?.subarray(0, MiB) ?? Buffer.alloc(0))).toBe(true)
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
      if (segment !== undefined && size > 0) await expectRefused({ context, segments: [{ ...segment, size }] }, 0, 1)
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

    const twin = await encryptFile(contents)
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
