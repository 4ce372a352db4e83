import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newBlobId } from '../../../platform/blob/blob-store.ts'
import { takeBackupLock } from '../../../platform/db/backup-lock.ts'
import { toClientConfig } from '../../../platform/db/connection-options.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'

const HOUR_MS = 3_600_000

describe('sweeping blobs', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await startTestApp()
  })
  afterEach(() => app.close())

  async function stored(): Promise<string[]> {
    const blobs = path.join(app.dataDir, 'blobs')
    const fans = await Promise.all(
      (await readdir(blobs)).map((fan) => readdir(path.join(blobs, fan))),
    )
    return fans.flat().sort()
  }
  async function orphan(ageMs: number): Promise<string> {
    const id = newBlobId()
    const file = path.join(app.dataDir, 'blobs', id.slice(0, 2), id)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, 'sealed')
    const at = new Date(app.clock.now().getTime() - ageMs)
    await utimes(file, at, at)
    return id
  }
  async function runJob(): Promise<void> {
    const job = app.program.jobs.handlers.find(({ name }) => name === 'documents.sweep')
    await job?.run({}, { signal: new AbortController().signal, attempt: 1, lastAttempt: true })
  }

  it('at a start that has the data to itself, removes all that no version holds, and nothing else', async () => {
    const { operator } = await app.room()
    await operator.upload([['가.pdf', makePdf(1)]])
    const held = await stored()
    await orphan(0)
    await orphan(48 * HOUR_MS)
    await app.program.sweep()
    expect(await stored()).toEqual(held)
    const [item] = await operator.items()
    expect((await operator.openDocument(item?.id ?? 0)).status).toBe('READY')
  })

  it('while servers run, spares what an upload that takes its time may still commit', async () => {
    const { operator } = await app.room()
    await operator.upload([['가.pdf', makePdf(1)]])
    const held = await stored()
    const young = await orphan(9 * HOUR_MS)
    await orphan(25 * HOUR_MS)
    await runJob()
    expect(await stored()).toEqual([...held, young].sort())
    app.clock.advance(48 * HOUR_MS)
    await runJob()
    expect(await stored()).toEqual(held)
    expect(
      app.program.jobs.recurring.filter(({ name }) => name === 'documents.sweep'),
    ).toHaveLength(1)
  })

  it('removes what was destroyed before a crash, however much it is, and leaves the rest alone', async () => {
    const foreign = await orphan(48 * HOUR_MS)
    const freed = await Promise.all(Array.from({ length: 3 }, () => orphan(0)))
    for (const id of [...freed, newBlobId()])
      await app.database.pool.query('insert into freed_blobs values ($1)', [id])
    await app.program.sweep()
    expect(await stored()).toEqual([foreign])
    expect((await app.database.pool.query('select * from freed_blobs')).rows).toEqual([])
  })

  it('keeps what was destroyed while a backup runs, but for a destroyed room, and removes it afterwards', async () => {
    const [waiting, destroyed] = [await orphan(0), await orphan(0)]
    await app.database.pool.query('insert into freed_blobs (blob_id) values ($1)', [waiting])
    await app.database.pool.query(
      'insert into freed_blobs (blob_id, destroyed) values ($1, true)',
      [destroyed],
    )
    const client = new Client(toClientConfig(app.database.options))
    await client.connect()
    expect(await takeBackupLock(client)).toBe(true)
    await app.program.sweep()
    expect(await stored()).toEqual([waiting])
    await client.end()
    await eventually(async () => {
      await app.program.sweep()
      expect(await stored()).toEqual([])
    })
  })

  it('leaves all alone where the database knows none of it: these are the documents of another one', async () => {
    const foreign = [await orphan(48 * HOUR_MS), await orphan(48 * HOUR_MS)].sort()
    await app.program.sweep()
    await runJob()
    expect(await stored()).toEqual(foreign)
    expect(app.log.text()).toContain('many stored documents are unknown to the database')
  })
})
