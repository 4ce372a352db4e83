import fs from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'vitest'
import { eventually } from './eventually.ts'
import type { TestApp } from './test-app.ts'

export interface Holdings {
  readonly items: number
  readonly versions: number
  readonly segments: number
  readonly entries: number
  readonly used: number
  readonly files: number
  readonly blobs: number
  readonly temp: number
}

export async function holdings(app: TestApp, roomId: number): Promise<Holdings> {
  const { rows } = await app.database.pool.query(
    `select storage_used as used, file_count as files,
            (select count(*)::int from items where room_id = $1) as items,
            (select count(*)::int from file_versions where room_id = $1) as versions,
            (select count(*)::int from file_segments where room_id = $1) as segments,
            (select count(*)::int from activity_entries where room_id = $1 and kind like 'document.%') as entries
       from rooms where id = $1`,
    [roomId],
  )
  return {
    ...rows[0],
    blobs: await countFiles(path.join(app.dataDir, 'blobs')),
    temp: await countFiles(path.join(app.dataDir, 'tmp')),
  }
}

export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}

const countFiles = async (folder: string): Promise<number> => (await filesBelow(folder)).length

export async function expectNothingChanged<T>(
  app: TestApp,
  roomId: number,
  work: () => Promise<T>,
): Promise<T> {
  const before = await holdings(app, roomId)
  const result = await work()
  // Earlier temp files may disappear meanwhile.
  await eventually(async () => {
    const after = await holdings(app, roomId)
    expect({ ...after, temp: Math.max(after.temp, before.temp) }).toEqual(before)
  })
  return result
}
