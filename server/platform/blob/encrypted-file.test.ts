import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  context,
  encryptFile,
  loaded,
  MiB,
  openLocally,
  seal,
} from '../../test/scenarios/blobs/encrypted-files.ts'
import { systemClock } from '../clock/clock.ts'
import { CHUNK_SIZE, encryptedSize } from '../encryption/cobblestone.ts'
import type { BlobStore } from './blob-store.ts'
import { openDiskBlobStore } from './disk-blob-store.ts'
import { type EncryptedFile, EncryptedFileReader } from './encrypted-file.ts'
import { writeSegment } from './write-segment.ts'

let dataDir: string
let store: BlobStore

async function openStore(): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'sealed-'))
  store = await openDiskBlobStore(dataDir, systemClock)
}
const removeStore = (): Promise<void> => rm(dataDir, { recursive: true })

async function blobFiles(): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

describe('a file of several segments', () => {
  const contents = [
    randomBytes(3 * MiB + 5),
    randomBytes(1),
    Buffer.alloc(0),
    randomBytes(2 * CHUNK_SIZE),
    randomBytes(MiB),
  ]
  const whole = Buffer.concat(contents)
  let file: EncryptedFile

  beforeAll(async () => {
    await openStore()
    file = await encryptFile(store, contents)
  })
  afterAll(removeStore)

  it('says of each segment what it holds', () => {
    for (const [n, segment] of file.segments.entries()) {
      const content = contents[n] ?? Buffer.alloc(0)
      const sha256 = createHash('sha256').update(content).digest('hex')
      expect(segment).toMatchObject({
        size: content.length,
        encryptedSize: encryptedSize(content.length),
        sha256,
      })
    }
    expect(new Set(file.segments.map(({ key }) => Buffer.from(key).toString('hex'))).size).toBe(
      contents.length,
    )
    expect(new EncryptedFileReader(store, file).size).toBe(whole.length)
  })

  it('reads any range as a slice of the whole, asynchronously, streaming and synchronously', async () => {
    const reader = new EncryptedFileReader(store, file)
    const local = await openLocally(store, file)
    const edges = [
      0,
      1,
      CHUNK_SIZE,
      MiB,
      3 * MiB + 4,
      3 * MiB + 5,
      3 * MiB + 6,
      whole.length - 1,
      whole.length,
    ]
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
        expect(
          [...target.subarray(0, 7), ...target.subarray(7 + slice.length)].every(
            (byte) => byte === 0xee,
          ),
        ).toBe(true)
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
    expect((await loaded(store, file)).equals(whole)).toBe(true)
    const runs = [...(await new EncryptedFileReader(store, file).load())].map(
      ({ length }) => length,
    )
    expect(runs).toEqual([MiB, MiB, MiB, 5, 1, 0, 2 * CHUNK_SIZE, MiB])
  })

  it('refuses ranges that it does not hold', async () => {
    const reader = new EncryptedFileReader(store, file)
    const local = await openLocally(store, file)
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
      expect(() => local.readInto(new Uint8Array(whole.length + 1), 0, offset, length)).toThrow(
        RangeError,
      )
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
    const local = await openLocally(store, file)
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
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 8 }),
        async (cuts) => {
          const edges = [0, ...cuts.sort((a, b) => a - b), whole.length]
          const writer = await writeSegment(store, context, 0)
          for (const [n, edge] of edges.slice(1).entries()) {
            const piece = Buffer.from(whole.subarray(edges[n], edge))
            await writer.write(piece)
            piece.fill(0)
          }
          const segment = await writer.finish()
          expect(segment.sha256).toBe(createHash('sha256').update(whole).digest('hex'))
          expect(
            (
              await buffer(
                new EncryptedFileReader(store, { segments: [segment], context }).stream(),
              )
            ).equals(whole),
          ).toBe(true)
        },
      ),
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
    for await (const entry of (await openDiskBlobStore(dataDir, systemClock)).list())
      throw new Error(`listed ${entry.id}`)
    await abandoned.discard()
  })

  it('never seals the same content twice alike', async () => {
    const content = randomBytes(1000)
    const [one, two] = [await seal(store, [content]), await seal(store, [content])]
    expect(one.key.equals(two.key)).toBe(false)
    const [first, second] = [
      await readFile((await store.local(one.blobId)).path),
      await readFile((await store.local(two.blobId)).path),
    ]
    expect(first.equals(second)).toBe(false)
  })
})
