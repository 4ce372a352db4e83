import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDiskBlobStore } from '../../../platform/blob/disk-blob-store.ts'
import { writeSegment } from '../../../platform/blob/write-segment.ts'
import { systemClock } from '../../../platform/clock/clock.ts'
import { type SmallDisk, smallDisk } from '../../../test/servers/small-disk.ts'
import { writeContent } from './write-content.ts'

async function* megabytes(count: number, end?: Error): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < count; n += 1) yield randomBytes(1_000_000)
  if (end) throw end
}

describe('content that the server makes, on a full disk', () => {
  let disk: SmallDisk

  beforeEach(async () => {
    disk = await smallDisk('3m')
  })
  afterEach(() => disk.remove())

  it('is refused as such, leaves nothing, and is no reason to hide another error', async (test) => {
    disk.skipUnmounted(test)
    const { folder } = disk
    const blobs = await openDiskBlobStore(folder, systemClock)
    const context = {
      room: '00000000-0000-4000-8000-000000000001',
      file: '00000000-0000-4000-8000-000000000002',
      fileVersion: 1,
    }
    const begin = async () => ({
      uid: 'made',
      writer: await writeSegment(blobs, { ...context, purpose: 'disclosure' }, 0),
    })
    await expect(writeContent({ begin }, 1, megabytes(8))).rejects.toMatchObject({
      code: 'NO_SPACE',
    })
    expect(await readdir(join(folder, 'tmp'))).toEqual([])
    await expect(
      writeContent({ begin }, 1, megabytes(1, new Error('the maker failed'))),
    ).rejects.toThrow('the maker failed')
    expect(await readdir(join(folder, 'tmp'))).toEqual([])
    const { content, segment } = await writeContent({ begin }, 1, megabytes(1))
    expect(content).toEqual({ uid: 'made', segments: [segment] })
    expect(segment.size).toBe(1_000_000)
  })
})
