import fs from 'node:fs/promises'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { onlySlow } from '../../../test/harness/tier.ts'

let app: TestApp
afterEach(() => app.close())

async function start(deadlineMs?: number): Promise<TestRoom> {
  app = await startTestApp(deadlineMs === undefined ? {} : { deadlineMs })
  await app.database.pool.query(`
    create function public.tomorrow() returns trigger language plpgsql as
      $$ begin new.run_at := now() + interval '1 day'; return new; end $$;
    create trigger tomorrow before insert on graphile_worker._private_jobs for each row execute function public.tomorrow()
  `)
  return app.room()
}

interface Document {
  readonly id: number
  readonly versionId: number
  readonly file: string
}

async function put({ operator }: TestRoom, bytes: Uint8Array<ArrayBuffer>): Promise<Document> {
  const { json } = await operator.upload([['a.pdf', bytes]])
  const id = (json.payload as { id: number }[])[0]!.id
  const { rows } = await app.database.pool.query(
    'select s.version_id, s.blob_id from file_segments s join items i on i.version_id = s.version_id where i.id = $1',
    [id],
  )
  const { version_id: versionId, blob_id: blobId } = rows[0]
  return { id, versionId, file: path.join(app.dataDir, 'blobs', blobId.slice(0, 2), blobId) }
}

async function storedStatus({ versionId }: Document): Promise<string | null> {
  const { rows } = await app.database.pool.query('select status from file_versions where id = $1', [
    versionId,
  ])
  return rows[0].status
}

async function runJob(
  { roomId }: TestRoom,
  { versionId }: Document,
  attempt: number,
): Promise<void> {
  const job = app.program.jobs.handlers.find(({ name }) => name === 'renditions.inspect')
  await job!.run(
    { roomId, versionId },
    { signal: new AbortController().signal, attempt, lastAttempt: attempt === 3 },
  )
}

const failure = (code: string) => expect.objectContaining({ name: 'RenderError', code })

describe('bytes that cannot be read', () => {
  const troubles: readonly [string, (encrypted: Buffer) => Buffer][] = [
    [
      'a flipped bit',
      (encrypted) => Buffer.from(encrypted.map((byte, index) => (index === 300 ? byte ^ 1 : byte))),
    ],
    ['a blob that is cut', (encrypted) => encrypted.subarray(0, -20)],
  ]

  onlySlow(() => {
    it.each(troubles)(
      '%s is the server’s trouble: nothing is stored of the document, and it can be read when they are back',
      async (_, spoil) => {
        const room = await start()
        const document = await put(room, makePdf(2))
        const encrypted = await fs.readFile(document.file)
        await fs.writeFile(document.file, spoil(encrypted))

        const refused = await room.operator.call('GET', `/room/api/file/prepareFile/${document.id}`)
        expect(refused).toMatchObject({ http: 500, json: { code: 'INTERNAL' } })
        expect(refused.text).not.toContain('seal')
        const errors = app.log.entries.filter(({ level }) => level === 'error')
        expect(errors).toMatchObject([{ document: `${document.versionId}`, failure: 'UNREADABLE' }])
        for (const attempt of [1, 3])
          await expect(runJob(room, document, attempt)).rejects.toEqual(failure('UNREADABLE'))
        expect(await storedStatus(document)).toBeNull()
        expect(await app.logged(room.roomId)).not.toContain('document.viewed')

        await fs.writeFile(document.file, encrypted)
        expect(await room.operator.openDocument(document.id)).toMatchObject({
          status: 'READY',
          pageCount: 2,
        })
        expect(await storedStatus(document)).toBe('READY')
      },
    )
  })

  it('met by a page alone, they leave the document as it is', async () => {
    const room = await start()
    const document = await put(room, makePdf(1))
    const encrypted = await fs.readFile(document.file)
    await app.database.pool.query(
      `update file_versions set status = 'READY', pages = '[{"width":595,"height":842}]' where id = $1`,
      [document.versionId],
    )
    await fs.writeFile(document.file, encrypted.subarray(0, -20))
    const lease = await room.operator.openDocument(document.id)
    expect(await room.operator.call('GET', `${lease.path}/pages/1`)).toMatchObject({
      http: 500,
      json: { code: 'INTERNAL' },
    })
    await fs.writeFile(document.file, encrypted)
    expect((await room.operator.fetch('GET', `${lease.path}/pages/1`)).status).toBe(200)
  })
})

describe('a document that takes longer than the deadline', () => {
  onlySlow(() => {
    it('is SLOW for its reader, but this is stored by the last attempt of the job alone', async () => {
      const room = await start(20)
      const document = await put(room, makePdf(20_000))
      expect(await room.operator.openDocument(document.id)).toMatchObject({
        status: 'SLOW',
        pageCount: 0,
      })
      expect(await storedStatus(document)).toBeNull()
      for (const attempt of [1, 2]) {
        await expect(runJob(room, document, attempt)).rejects.toEqual(failure('TIMEOUT'))
        expect(await storedStatus(document)).toBeNull()
      }
      await runJob(room, document, 3)
      expect(await storedStatus(document)).toBe('SLOW')

      const attempts = (): number =>
        app.log.entries.filter((entry) => entry['failure'] === 'TIMEOUT').length
      const before = attempts()
      expect((await room.operator.openDocument(document.id)).status).toBe('SLOW')
      expect(attempts()).toBe(before)
    })
  })

  it('is looked at three times', async () => {
    const room = await start()
    await put(room, makePdf(1))
    const { rows } = await app.database.pool.query(
      "select max_attempts from graphile_worker.jobs where task_identifier = 'renditions.inspect'",
    )
    expect(rows).toEqual([{ max_attempts: 3 }])
  })
})
