import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PROJECT_ROOT } from '../../server/platform/config/project-root.ts'
import {
  enterAsOperator,
  hasCommand,
  type Installation,
  installation,
  type RunningProgram,
  runProgram,
  until,
} from '../../server/test/harness/server-process.ts'
import { type ItemRecord, WireClient } from '../../server/test/harness/wire-client.ts'
import { DOCUMENTS, FOLDERS, ROOM_NAME } from './documents/room-index.mjs'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 600_000 })

const DEMO = path.join(PROJECT_ROOT, 'tools/demo/run-demo.mjs')
const SECRET = /\b\d{3}-\d{2}-\d{11}\b|\b[0-9A-Z]{2}-[0-9A-Z]{5}-[0-9A-Z]{2}\b/
const PIN = /\d{3}-\d{2}-\d{11}/

const hasScript = await hasCommand('script', '--version')

interface DemoReport {
  readonly roomNo: string
  readonly url: string
  readonly operators: { pin: string; code: string }[]
  readonly pins: Map<string, string>
}

function readLines(text: string): DemoReport {
  const rows = [
    ...text.matchAll(
      /^(\S+(?: \S+)?) {2,}(\d{3}-\d{2}-\d{11})(?: {2,}([0-9A-Z]{2}-[0-9A-Z]{5}-[0-9A-Z]{2})$)?/gm,
    ),
  ]
  return {
    roomNo: /\((\d{4}-\d{4})\)/.exec(text)?.[1] ?? '',
    url: /Address +(\S+)\/login/.exec(text)?.[1] ?? '',
    operators: rows.flatMap(([, , pin = '', code]) => (code === undefined ? [] : [{ pin, code }])),
    pins: new Map(rows.map(([, name = '', pin = '']) => [name, pin])),
  }
}

async function everything(client: WireClient, parent = 0): Promise<ItemRecord[]> {
  const items = await client.items(parent)
  const below = await Promise.all(
    items.filter(({ type }) => type === 5).map(({ id }) => everything(client, id)),
  )
  return [...items, ...below.flat()]
}

interface Overview {
  readonly days: { day: string; total: number }[]
  readonly documents: { itemId: number; seconds: number }[]
  readonly people: { entries: number }[]
}

const ofRoom = async <T>(operator: WireClient, call: string): Promise<T> =>
  (await operator.call('GET', `/room/api/room/${call}/${operator.me.roomId}`)).json.payload as T

interface Composed {
  readonly templateId: number
  readonly status: string
  readonly participants: readonly { readonly status: string }[]
}

const composedIn = async (operator: WireClient): Promise<readonly Composed[]> =>
  (
    await operator.call('GET', '/esign/api/compose/documents', {
      query: { roomId: operator.me.roomId },
    })
  ).json.payload as Composed[]

const stagesOf = (documents: readonly Composed[]) =>
  documents.map(({ status, participants }) => [
    status,
    ...participants.map((person) => person.status),
  ])

const STAGES = [
  ['DRAFT', 'WAITING', 'WAITING'],
  ['SENT', 'DONE', 'INVITED', 'INVITED'],
  ['COMPLETED', 'DONE', 'DONE'],
]

describe('the demo', () => {
  let home: Installation
  let demo: RunningProgram
  let reported: DemoReport
  beforeAll(async () => {
    // The demo requires a new folder.
    home = await installation({}, { isNew: true })
    demo = runProgram(process.execPath, [DEMO], home.env)
    await until(
      () => demo.stdout().includes('demo room:') || demo.child.exitCode !== null,
      'the demo room',
      480_000,
    )
    reported = readLines(readFileSync(path.join(home.dataDir, 'demo-room.txt'), 'utf8'))
  })
  afterAll(async () => {
    demo.signal('SIGTERM')
    await demo.ended()
    await home.remove()
  })

  it('writes secrets only to a private file that it names', () => {
    const file = path.join(home.dataDir, 'demo-room.txt')
    expect(demo.stdout()).toContain(`demo room: its PINs and codes are in ${file}\n`)
    expect(demo.stdout() + demo.stderr()).not.toMatch(SECRET)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(demo.stdout()).toMatch(new RegExp(`^ready http://127\\.0\\.0\\.1:${home.port}$`, 'm'))
    expect(reported).toMatchObject({ url: `http://127.0.0.1:${home.port}` })
    expect([reported.operators.length, reported.pins.size]).toEqual([2, 10])
  })

  it('names the page that shows the mails of the room, which is there', async () => {
    const line = `메일함 · Mailbox: ${reported.url}/dev/mailbox`
    await until(() => demo.stderr().split('\n').includes(line), 'the line of the mailbox')
    const page = await fetch(`${reported.url}/dev/mailbox`)
    expect(page.status).toBe(200)
    const text = await page.text()
    expect(text).toContain('PIN 안내')
    expect(text).toContain('운영자 코드 안내')
  })

  it('fills a room with all documents in their folders', async () => {
    for (const secrets of reported.operators) {
      const operator = await enterAsOperator(reported.url, secrets)
      const { payload } = (await operator.call('GET', `/room/api/room/info/${operator.me.roomId}`))
        .json
      expect(payload).toMatchObject({
        roomName: ROOM_NAME,
        roomNo: reported.roomNo,
        watermark: true,
      })
      const items = await everything(operator)
      const folders = DOCUMENTS.flatMap((document) =>
        document.path
          .split('/')
          .slice(0, -1)
          .map((_, depth, steps) => steps.slice(0, depth + 1).join('/')),
      )
      expect(items.filter(({ type }) => type === 4)).toHaveLength(DOCUMENTS.length)
      expect(items.filter(({ type }) => type === 5)).toHaveLength(
        new Set([...folders, ...FOLDERS]).size,
      )
      expect((await operator.items()).map(({ name }) => name)).toEqual(FOLDERS)
      await operator.logout()
    }
  })

  it('has been read for four weeks, by some more than by others, and little on weekends', async () => {
    const operator = await enterAsOperator(
      reported.url,
      reported.operators[0] ?? { pin: '', code: '' },
    )
    const { days, documents, people } = await ofRoom<Overview>(operator, 'dashboard/activity')
    const active = days.filter(({ total }) => total > 0)
    expect(active.length).toBeGreaterThanOrEqual(15)
    const meanOf = (totals: readonly { total: number }[]) =>
      totals.reduce((sum, { total }) => sum + total, 0) / totals.length
    const isWeekend = ({ day }: { day: string }) =>
      [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())
    expect(meanOf(days.filter(isWeekend))).toBeLessThan(
      meanOf(days.filter((day) => !isWeekend(day))) / 2,
    )
    expect(Math.max(...days.map(({ total }) => total))).toBeLessThan(5 * meanOf(active))

    expect(documents.length).toBeGreaterThanOrEqual(8)
    for (const { seconds } of documents) expect(seconds).toBeGreaterThan(60)
    const times = documents.map(({ seconds }) => seconds)
    expect(Math.max(...times)).toBeGreaterThan(3 * Math.min(...times))
    expect(people.length).toBeGreaterThanOrEqual(6)
    expect(people[0]?.entries).toBeGreaterThan(2 * (people.at(-1)?.entries ?? 0))
    const [first] = documents
    const { payload } = (
      await operator.call('GET', `/room/api/room/dashboard/item/${first?.itemId}`)
    ).json
    const pages = (payload as { pages: { seconds: number }[] }).pages.map(({ seconds }) => seconds)
    expect(Math.min(...pages)).toBeGreaterThan(0)
    expect(Math.max(...pages)).toBeGreaterThan(2 * Math.min(...pages))
    await operator.logout()
  })

  it('reports the same numbers everywhere, in a log that verifies', async () => {
    const operator = await enterAsOperator(
      reported.url,
      reported.operators[0] ?? { pin: '', code: '' },
    )
    const { days } = await ofRoom<Overview>(operator, 'dashboard/activity')
    const { info } = await ofRoom<{ info: { todayLogCnt: number } }>(operator, 'dashboard/info')
    const { dailyLogByDate } = await ofRoom<{
      dailyLogByDate: { createdAt: string; total: number }[]
    }>(operator, 'getDailyLogs')
    const list = await operator.call(
      'GET',
      `/room/api/room/roomActivity/list/${operator.me.roomId}`,
      { query: { limit: 1_000 } },
    )
    const { total, roomActivityItem } = list.json.payload as {
      total: number
      roomActivityItem: { createdAt: string }[]
    }
    expect(info.todayLogCnt).toBe(days.at(-1)?.total)
    expect(dailyLogByDate.map(({ createdAt, total: count }) => [createdAt, count])).toEqual(
      days.flatMap(({ day, total: count }) => (count > 0 ? [[day, count]] : [])).reverse(),
    )
    expect(days.reduce((sum, { total: count }) => sum + count, 0)).toBe(total)
    const times = roomActivityItem.map(({ createdAt }) => createdAt)
    expect(times).toEqual([...times].sort().reverse())
    const { code, stdout } = await home.room(['verify', '--room', String(operator.me.roomId)])
    expect({ code, stdout }).toMatchObject({ code: 0 })
    await operator.logout()
  })

  it('has a document to sign at each stage: a draft, one that some have signed, one that is sealed', async () => {
    const operator = await enterAsOperator(
      reported.url,
      reported.operators[0] ?? { pin: '', code: '' },
    )
    const documents = await composedIn(operator)
    expect(stagesOf(documents)).toEqual(STAGES)
    const sealed = documents.find(({ status }) => status === 'COMPLETED')
    const file = await operator.fetch('GET', `/esign/api/compose/result/${sealed?.templateId}`)
    expect(Buffer.from(await file.arrayBuffer()).includes('/ETSI.CAdES.detached')).toBe(true)
    await operator.logout()
  })

  it('lets a participant read a page, and no more than that', async () => {
    const reader = new WireClient(reported.url)
    await reader.join(reported.pins.get('박도현') ?? '')
    await reader.agree()
    expect(reader.me).toMatchObject({ roleId: 5, print: false, download: false })
    const [report] = (await reader.list(0, { keword: '감사보고서 (2025)' })).json
      .payload as ItemRecord[]
    const lease = await reader.openDocument(report!.id)
    expect(lease).toMatchObject({ status: 'READY', pageCount: 60 })
    const page = await reader.fetch('GET', `${lease.path}/pages/1`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(
      Buffer.from(await page.arrayBuffer())
        .subarray(0, 3)
        .toString('hex'),
    ).toBe('ffd8ff')
    expect((await reader.makeFolder('몰래')).http).toBe(403)
    expect((await reader.fetch('GET', `/room/api/file/${report!.filename}`)).status).toBe(403)
    await reader.logout()
  })

  it('keeps the blocked person out and lets the invited one in who never came', async () => {
    const blocked = await new WireClient(reported.url).join(reported.pins.get('오세린') ?? '')
    expect(blocked.json).toMatchObject({ status: 'EXCEPTION', code: 'PIN_REFUSED' })
    expect(
      (await new WireClient(reported.url).join(reported.pins.get('강이안') ?? '')).json.status,
    ).toBe('OK')
  })

  it.runIf(hasScript)(
    'a second time makes another room on the running server, and on a terminal prints its secrets there',
    async () => {
      const before = readFileSync(path.join(home.dataDir, 'demo-room.txt'), 'utf8')
      const terminal = runProgram(
        'script',
        ['-qec', `exec '${process.execPath}' '${DEMO}'`, '/dev/null'],
        home.env,
        'pipe',
      )
      await until(() => terminal.child.exitCode !== null, 'the second room', 200_000)
      const { code, stdout } = await terminal.ended()
      expect({ code, isFilled: !stdout.includes('not completely filled') }).toEqual({
        code: 0,
        isFilled: true,
      })
      const second = readLines(stdout.replaceAll('\r', ''))
      expect(second.roomNo).not.toBe(reported.roomNo)
      const operator = await enterAsOperator(
        second.url,
        second.operators[0] ?? { pin: '', code: '' },
      )
      expect(operator.me.roleId).toBe(4)
      expect(stdout).toContain('All activity is dated today')
      expect(
        (await ofRoom<Overview>(operator, 'dashboard/activity')).documents.filter(
          ({ seconds }) => seconds > 0,
        ).length,
      ).toBeGreaterThanOrEqual(8)
      expect(stagesOf(await composedIn(operator))).toEqual(STAGES)
      expect(
        [...second.pins.values()].filter((pin) => [...reported.pins.values()].includes(pin)),
      ).toEqual([])
      expect(readFileSync(path.join(home.dataDir, 'demo-room.txt'), 'utf8')).toBe(before)
      expect((await fetch(`${reported.url}/health/ready`)).status).toBe(200)
    },
  )

  it('refuses where mails are sent, and makes nothing', async () => {
    const dataDir = path.join(path.dirname(home.dataDir), 'other')
    const refused = await runProgram(process.execPath, [DEMO], {
      ...home.env,
      DATA_DIR: dataDir,
      SMTP_URL: 'smtp://127.0.0.1:9',
    }).ended()
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('while SMTP_URL is set'),
    })
    expect(existsSync(dataDir)).toBe(false)
  })

  it('ends with its server on a signal, cleanly', async () => {
    demo.signal('SIGTERM')
    expect(await demo.ended()).toMatchObject({ code: 0 })
    expect(home.databaseServers()).toEqual([])
  })
})

describe('a demo that loses its server', () => {
  let home: Installation
  beforeAll(async () => {
    home = await installation()
  })
  afterAll(() => home.remove())

  it('says that the room is there but not filled, and how it is entered', async () => {
    const server = await home.start()
    const demo = runProgram(process.execPath, [DEMO], home.env)
    await until(() => demo.stderr().includes('Documents 12 /'), 'the first documents', 60_000)
    server.signal('SIGKILL')
    const { code, stdout, stderr } = await demo.ended()
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /Room \d{4}-\d{4} was created and is usable, but not completely filled\./,
    )
    expect(stdout + stderr).not.toMatch(PIN)
    const reported = readLines(readFileSync(path.join(home.dataDir, 'demo-room.txt'), 'utf8'))
    const restarted = await home.start()
    const operator = await enterAsOperator(
      restarted.url,
      reported.operators[0] ?? { pin: '', code: '' },
    )
    const files = (await everything(operator)).filter(({ type }) => type === 4)
    expect(files.length).toBeGreaterThanOrEqual(12)
    expect(files.length).toBeLessThan(DOCUMENTS.length)
  })
})
