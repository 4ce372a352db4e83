import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../test/harness/clocks.ts'
import { type SmallDisk, smallDisk } from '../../test/servers/small-disk.ts'
import { systemClock } from '../clock/clock.ts'
import { describeBlobStore } from './blob-store.conformance.ts'
import { NoSpaceError, newBlobId } from './blob-store.ts'
import { type DiskBlobStore, openDiskBlobStore } from './disk-blob-store.ts'

describeBlobStore('the disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'blobs-'))
  return {
    store: await openDiskBlobStore(folder, systemClock),
    close: () => rm(folder, { recursive: true }),
  }
})

describe('the disk', () => {
  let dataDir: string
  let store: DiskBlobStore

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'blobs-'))
    store = await openDiskBlobStore(dataDir, systemClock)
  })
  afterEach(() => rm(dataDir, { recursive: true }))

  it('keeps a blob under its first two digits, for its own account alone', async () => {
    const id = newBlobId()
    const writer = await store.create(id)
    await writer.write(randomBytes(10))
    await writer.commit()
    const path = join(dataDir, 'blobs', id.slice(0, 2), id)
    expect(await store.local(id)).toEqual({ path })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    for (const folder of ['blobs', 'tmp', join('blobs', id.slice(0, 2))]) {
      expect((await stat(join(dataDir, folder))).mode & 0o777).toBe(0o700)
    }
    expect(await readdir(join(dataDir, 'tmp'))).toEqual([])
  })

  it('lists nothing that is no blob', async () => {
    await mkdir(join(dataDir, 'blobs', 'ab', 'lost+found'))
    const listed: string[] = []
    for await (const { id } of store.list()) listed.push(id)
    expect(listed).toEqual([])
  })

  it('leaves no temp file after a discard', async () => {
    const writer = await store.create(newBlobId())
    await writer.write(randomBytes(3_000_000))
    expect(await readdir(join(dataDir, 'tmp'))).toHaveLength(1)
    await writer.discard()
    expect(await readdir(join(dataDir, 'tmp'))).toEqual([])
  })

  it('sweeps what a crashed writer left, and not what another still writes', async () => {
    const crashed = await store.create(newBlobId())
    await crashed.write(randomBytes(2_000_000))
    const [left] = await readdir(join(dataDir, 'tmp'))
    const written = await stat(join(dataDir, 'tmp', left ?? ''))
    const busyId = newBlobId()
    const busy = await store.create(busyId)
    const [busyName] = (await readdir(join(dataDir, 'tmp'))).filter((name) => name !== left)
    const anHourLater = new Date(written.mtimeMs + 3_700_000)
    await utimes(join(dataDir, 'tmp', busyName ?? ''), anHourLater, anHourLater)

    await openDiskBlobStore(dataDir, new ManualClock(new Date(written.mtimeMs + 3_500_000)))
    expect(await readdir(join(dataDir, 'tmp'))).toHaveLength(2)
    const reopened = await openDiskBlobStore(dataDir, new ManualClock(anHourLater))
    expect(await readdir(join(dataDir, 'tmp'))).toEqual([busyName])

    await expect(crashed.commit()).rejects.toThrow()
    await crashed.discard()
    await busy.commit()
    const listed: string[] = []
    for await (const { id } of reopened.list()) listed.push(id)
    expect(listed).toEqual([busyId])
  })
})

describe('a full disk', () => {
  let disk: SmallDisk

  beforeEach(async () => {
    disk = await smallDisk('3m')
  })
  afterEach(() => disk.remove())

  it('is reported as NoSpaceError, leaves no blob, and accepts blobs again once there is room', async (test) => {
    disk.skipUnmounted(test)
    const { folder } = disk
    const store = await openDiskBlobStore(folder, systemClock)
    const writer = await store.create(newBlobId())
    const write = async (): Promise<void> => {
      for (let n = 0; n < 8; n += 1) await writer.write(randomBytes(1_000_000))
      await writer.commit()
    }
    await expect(write()).rejects.toThrow(NoSpaceError)
    await expect(writer.commit()).rejects.toThrow(NoSpaceError)
    await writer.discard()
    expect(await readdir(join(folder, 'tmp'))).toEqual([])

    const id = newBlobId()
    const second = await store.create(id)
    await second.write(randomBytes(1_000_000))
    await second.commit()
    expect(await store.size(id)).toBe(1_000_000)
  })
})
