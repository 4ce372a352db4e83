import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeDocx } from '../../../test/fixtures/make-docx.ts'
import { makeHwp } from '../../../test/fixtures/make-hwp.ts'
import { filesBelow } from '../../../test/harness/holdings.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../../test/harness/test-app.ts'
import { attachFile, move } from '../../../test/scenarios/threads.ts'
import { officePaths } from '../../../test/servers/office-programs.ts'
import {
  ConvertError,
  type Converter,
  type ConvertFailure,
  createConverter,
} from '../../../workers/convert/index.ts'

const JOB = 'threads.convertNext'
const context = () => ({ signal: new AbortController().signal, attempt: 1, lastAttempt: false })

describe('the conversion of files of questions and requests', () => {
  let app: TestApp
  let room: TestRoom
  let asker: TestPerson
  let rival: TestPerson
  let real: Converter
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
    asker = await app.participant(room)
    rival = await app.participant(await app.room())
    await app.stopJobs()
    real = createConverter({ paths: officePaths(), deadlineMs: 60_000, log: app.log })
  })
  afterAll(() => app.close())
  beforeEach(() =>
    app.database.pool.query(`update thread_files set status = 'BROKEN' where status = 'WAITING'`),
  )

  async function run(job: string, changed: Partial<Converter> = {}): Promise<void> {
    const handlers = await app.handlersOf({ converter: { ...real, ...changed } })
    await handlers.find(({ name }) => name === job)?.run({}, context())
  }

  const fileOf = async (id: string) =>
    (
      await app.database.pool.query(
        'select status, attempts, due_at, room_id from thread_files where id = $1',
        [id],
      )
    ).rows[0]
  const dueNow = (id: string) =>
    app.database.pool.query('update thread_files set due_at = $2 where id = $1', [
      id,
      app.clock.now(),
    ])
  const failing = (code: ConvertFailure): Partial<Converter> => ({
    async *convert() {
      yield Buffer.from('%PDF-1.4 half')
      throw new ConvertError(code)
    },
  })

  it('makes pages of an Office document that carry the mark of their reader', async () => {
    const id = await attachFile(asker.client, '근거.docx', await makeDocx('매출 인식 근거'))
    expect(await fileOf(id)).toMatchObject({ status: 'WAITING' })
    const pending = await asker.client.call('GET', `/room/api/thread/file/${id}/page/1`)
    expect(pending.json).toMatchObject({ code: 'PREVIEW_PENDING' })
    await run(JOB)
    expect(await fileOf(id)).toMatchObject({ status: 'READY', due_at: null })
    const [marked, other] = await Promise.all(
      [asker.client, room.operator].map(async (client) =>
        Buffer.from(
          await (
            await client.fetch('GET', `/room/api/thread/file/${id}/page/1?width=480`)
          ).arrayBuffer(),
        ),
      ),
    )
    expect(marked?.subarray(0, 2).toString('hex')).toBe('ffd8')
    expect(marked?.equals(other ?? Buffer.alloc(0))).toBe(false)
  })

  it.each([
    ['TIMEOUT', 'SLOW'],
    ['CRASHED', 'BROKEN'],
  ] as const)('blames a file for %s only the second time', async (code, status) => {
    const id = await attachFile(asker.client, '근거.hwp', makeHwp('근거'))
    await run(JOB, failing(code))
    expect(await fileOf(id)).toMatchObject({ status: 'WAITING', attempts: 1 })
    await run(JOB)
    expect(await fileOf(id)).toMatchObject({ status: 'WAITING', attempts: 1 })
    await dueNow(id)
    await run(JOB, failing(code))
    expect(await fileOf(id)).toMatchObject({ status, attempts: 2 })
  })

  it('gives a file up after servers died over it, without another run', async () => {
    const id = await attachFile(asker.client, '근거.hwp', makeHwp('근거'))
    await app.database.pool.query('update thread_files set attempts = 3 where id = $1', [id])
    await run(JOB)
    expect(await fileOf(id)).toMatchObject({ status: 'BROKEN' })
  })

  it('takes rooms in turns, however many files one sends, and new files before those that failed', async () => {
    const mine = []
    for (const name of ['하나.hwp', '둘.hwp', '셋.hwp'])
      mine.push(await attachFile(asker.client, name, makeHwp(name)))
    await run(JOB, failing('TIMEOUT'))
    const failed = (await Promise.all(mine.map(fileOf))).findIndex(({ attempts }) => attempts === 1)
    await dueNow(mine[failed] ?? '')
    const theirs = await attachFile(rival.client, '하나.hwp', makeHwp('하나'))
    await run(JOB)
    expect(await fileOf(theirs)).toMatchObject({ status: 'READY' })
    await run(JOB)
    await run(JOB)
    const after = await Promise.all(mine.map(fileOf))
    expect(after.map(({ status }) => status)).toEqual(
      mine.map((_, index) => (index === failed ? 'WAITING' : 'READY')),
    )
  })

  it('leaves nothing of a file whose draft is withdrawn meanwhile', async () => {
    const onDisk = async () => (await filesBelow(path.join(app.dataDir, 'blobs'))).length
    const before = await onDisk()
    const draft = await draftWith('근거.hwp')
    await run(JOB, {
      async *convert(source, signal) {
        expect((await move(asker.client, draft, 'WITHDRAWN')).http).toBe(200)
        yield* real.convert(source, signal)
      },
    })
    const { rows } = await app.database.pool.query(
      'select from thread_previews join thread_files on id = file_id where status <> $1',
      ['READY'],
    )
    expect(rows).toEqual([])
    await app.program.sweep()
    expect(await onDisk()).toBe(before)
  })

  async function draftWith(name: string): Promise<string> {
    const form = new FormData()
    form.set(
      'data',
      JSON.stringify({
        roomId: room.roomId,
        type: 'QUESTION',
        title: '초안',
        text: '',
        state: 'DRAFT',
      }),
    )
    form.append('file', new Blob([new Uint8Array(makeHwp(name))]), name)
    return (
      (await asker.client.call('POST', '/room/api/thread', { form })).json.payload as { id: string }
    ).id
  }

  it('waits for a converter, and starts again once there is one', async () => {
    const id = await attachFile(asker.client, '근거.docx', await makeDocx('근거'))
    await run(JOB, failing('NO_CONVERTER'))
    expect(await fileOf(id)).toMatchObject({ status: 'NO_CONVERTER' })
    await run('threads.reviveFiles', { missingOfficeParts: async () => ['libreoffice'] as never })
    expect(await fileOf(id)).toMatchObject({ status: 'NO_CONVERTER' })
    await run('threads.reviveFiles')
    await run(JOB)
    expect(await fileOf(id)).toMatchObject({ status: 'READY' })
    const prepared = await asker.client.call('GET', '/room/api/file/prepareFile', {
      query: { threadFileId: id },
    })
    expect(prepared.json.payload).toMatchObject({ status: 'READY', pageCount: 1 })
  })
})
