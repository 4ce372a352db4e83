import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDiskBlobStore } from '../../platform/blob/disk-blob-store.ts'
import { createFolderTransport } from '../../platform/mail/folder-transport.ts'
import type { Resources } from '../../resources.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { sealables } from '../../test/fixtures/sealable.ts'
import { filesBelow } from '../../test/harness/holdings.ts'
import { runJob } from '../../test/harness/run-job.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { byCode, order } from '../../test/scenarios/archives.ts'
import { elsewhere } from '../../test/scenarios/endings.ts'
import { createRenderPool, type RenderPool } from '../../workers/render/index.ts'
import { findLeftHoldings } from './empty-room.store.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const SUBJECT = '아주 비밀스러운 이름'

interface HeldCall<T> {
  readonly resource: T
  readonly reached: Promise<void>
  readonly release: () => void
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve())
  })

function held<T extends object>(target: T, method: keyof T): HeldCall<T> {
  const reach = new AbortController()
  const release = new AbortController()
  const resource = new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      const bound: (...given: unknown[]) => unknown = value.bind(target)
      if (name !== method) return bound
      return async (...given: unknown[]) => {
        reach.abort()
        await aborted(release.signal)
        return bound(...given)
      }
    },
  })
  return { resource, reached: aborted(reach.signal), release: () => release.abort() }
}

describe('what is under way while a room is destroyed', () => {
  let app: TestApp
  let pool: RenderPool
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp({ office: false })
    pool = await createRenderPool({ size: 1, deadlineMs: 20_000, log: app.log })
    await app.stopJobs()
  })
  afterAll(async () => {
    await pool.close()
    await app.close()
  })
  beforeEach(async () => {
    room = await app.room()
    await room.operator.put('문서.pdf', makePdf(1, 'secret words'))
  })

  const blobs = async () => held(await openDiskBlobStore(app.dataDir, app.clock), 'create')
  const destroy = () => app.program.endings.destroy(room.roomId)

  async function queued(task: string): Promise<readonly unknown[]> {
    const { rows } = await app.database.pool.query<{ payload: unknown }>(
      `select payload from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
       where identifier = $1 order by jobs.id`,
      [task],
    )
    return rows.map(({ payload }) => payload)
  }

  async function begin(task: string, changed: Partial<Resources>): Promise<void> {
    const payload = (await queued(task)).at(-1)
    const handler = (await app.handlersOf(changed)).find(({ name }) => name === task)
    if (!handler || payload === undefined) throw new Error(`nothing is queued of ${task}`)
    await handler.run(payload, {
      signal: new AbortController().signal,
      attempt: 1,
      lastAttempt: false,
    })
  }

  async function expectEmpty(folders: readonly string[] = ['blobs', 'tmp']): Promise<void> {
    expect(await findLeftHoldings(app.database.db, room.roomId)).toEqual(['mails'])
    const { rows } = await app.database.pool.query(
      'select distinct kind from mails where room_id = $1',
      [room.roomId],
    )
    expect(rows).toEqual([{ kind: 'destroyed' }])
    for (const folder of folders)
      expect([folder, await filesBelow(path.join(app.dataDir, folder))]).toEqual([folder, []])
    const outbox = await filesBelow(path.join(app.dataDir, 'outbox')).catch(() => [])
    const mails = await Promise.all(outbox.map((file) => fs.readFile(file, 'utf8')))
    expect(
      mails.filter((mail) => new RegExp(`^X-Sealroom-Room: ${room.roomId}\\r?$`, 'm').test(mail)),
    ).toEqual([])
    expect((await app.logged(room.roomId)).at(-1)).toBe('room.destroyed')
  }

  const WORKS: readonly {
    readonly what: string
    readonly task: string
    readonly queue?: () => Promise<unknown>
    readonly hold: () => Promise<{
      readonly changed: Partial<Resources>
      readonly gate: HeldCall<object>
    }>
  }[] = [
    {
      what: 'an archive',
      task: 'archive.prepare',
      queue: () => order(room.operator, byCode(room)),
      hold: async () => {
        const gate = await blobs()
        return { gate, changed: { blobs: gate.resource } }
      },
    },
    {
      what: 'a sealing',
      task: 'compose.seal',
      queue: async () =>
        (await sealables(app)).add(room, {
          pdf: Buffer.from(makePdf(1)),
          pages: [{ width: 595, height: 842 }],
          name: '합의서.pdf',
        }),
      hold: async () => {
        const gate = await blobs()
        return { gate, changed: { blobs: gate.resource } }
      },
    },
    {
      what: 'a mail',
      task: 'mail.send',
      queue: () =>
        room.operator.invite([{ name: SUBJECT, email: `invited${room.roomId}@example.com` }]),
      hold: async () => {
        const gate = held(
          createFolderTransport({ folder: path.join(app.dataDir, 'outbox'), clock: app.clock }),
          'send',
        )
        return { gate, changed: { transport: gate.resource } }
      },
    },
    {
      what: 'a look at a document',
      task: 'renditions.inspect',
      hold: async () => {
        const gate = held(pool, 'inspect')
        return { gate, changed: { pool: gate.resource } }
      },
    },
    {
      what: 'reading of a text',
      task: 'search.readNext',
      queue: () => begin('renditions.inspect', {}),
      hold: async () => {
        const gate = held(pool, 'read')
        return { gate, changed: { pool: gate.resource } }
      },
    },
  ]

  it.each(WORKS)('$what leaves nothing behind', async ({ task, queue, hold }) => {
    await queue?.()
    const { gate, changed } = await hold()
    const work = begin(task, changed).catch((error: unknown) => error)
    await gate.reached
    try {
      await destroy()
      await expectEmpty(['blobs'])
    } finally {
      gate.release()
      await work
    }
    await expectEmpty()
  })

  it('an upload is refused, and a page that is being drawn does not leave', async () => {
    const { name: lease } = await room.operator.openDocument(
      (await room.operator.items())[0]?.id ?? 0,
    )
    const [gateOfBlobs, gateOfPages] = [await blobs(), held(pool, 'renderPage')]
    const there = elsewhere(
      room.operator,
      await app.node({ blobs: gateOfBlobs.resource, pool: gateOfPages.resource }),
    )
    const uploading = there.upload([['neu.pdf', makePdf(1)]])
    const drawing = there.fetch('GET', `/room/api/file/view/${lease}/pages/1?width=480`)
    await Promise.all([gateOfBlobs.reached, gateOfPages.reached])
    await destroy().finally(() => {
      gateOfBlobs.release()
      gateOfPages.release()
    })
    expect((await uploading).json).toMatchObject({
      status: 'EXCEPTION',
      code: expect.stringMatching(/^(ROOM_CLOSED|NO_SESSION)$/),
    })
    const page = await drawing
    expect(await page.json()).toMatchObject({
      status: 'EXCEPTION',
      code: expect.stringMatching(/^(ROOM_CLOSED|NO_SESSION|NOT_FOUND)$/),
    })
    await expectEmpty()
  })

  it('jobs that run after it put nothing back', async () => {
    await order(room.operator, byCode(room))
    await (await sealables(app)).add(room, {
      pdf: Buffer.from(makePdf(1)),
      pages: [{ width: 595, height: 842 }],
    })
    await room.operator.invite([{ name: SUBJECT, email: `later${room.roomId}@example.com` }])
    await begin('renditions.inspect', {})
    await runJob(app, 'dashboard.daily')
    const handlers = await app.handlersOf({})
    const waiting = await Promise.all(
      handlers.map(async (handler) => ({ handler, payloads: await queued(handler.name) })),
    )
    const kinds = waiting
      .filter(({ payloads }) => payloads.length > 0)
      .map(({ handler }) => handler.name)
    expect(kinds).toEqual(
      expect.arrayContaining([
        'archive.prepare',
        'compose.seal',
        'mail.send',
        'renditions.inspect',
        'search.readNext',
      ]),
    )
    await destroy()
    await expectEmpty()
    for (const { handler, payloads } of waiting)
      for (const payload of payloads)
        await handler
          .run(payload, { signal: new AbortController().signal, attempt: 1, lastAttempt: true })
          .catch(() => undefined)
    for (const { name, run } of handlers.filter(({ name }) => !name.startsWith('ending.')))
      if ((await queued(name)).length === 0)
        await run(
          {},
          { signal: new AbortController().signal, attempt: 1, lastAttempt: true },
        ).catch(() => undefined)
    await expectEmpty()
  })
})
