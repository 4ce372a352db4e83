import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Operation } from '../../../contract/core/operation.ts'
import { OPERATIONS, type OperationName } from '../../../contract/registry.ts'
import { PURPOSES } from '../../access/policies.ts'
import { pdfOf, textPage } from '../fixtures/pdf-file.ts'
import { startTestApp, type TestApp, type TestRoom } from '../harness/test-app.ts'
import { grant, groupsOf } from '../scenarios/groups.ts'
import { allRead } from '../scenarios/searching.ts'
import { openNamed } from './authorization-room.ts'
import { ROWS } from './authorization-rows.ts'
import {
  GATE_CASES,
  type GateCase,
  type GateRoom,
  MORE_GATE_CASES,
  NAME,
  SECRET,
} from './gate-cases.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** These deliver no documents. */
const NO_DOCUMENTS: readonly string[] = [
  'activity.export',
  'activity.exportOwn',
  'rights.exportMatrix',
  'threads.export',
  'disclosure.index',
  'disclosure.selection',
  'disclosure.file',
  'compose.image',
  'brand.logo',
  'agreement.page',
  'signing.image',
] satisfies OperationName[]

const ENDING: readonly OperationName[] = [
  'session.logout',
  'session.endOthers',
  'session.endOne',
  'session.events',
]

/** All nodes receive a change within this time. */
const HEARD_MS = 500
/** Watermarks change green by SEEN on a SHARE of the page. */
const SEEN = 16
const SHARE = 0.01

const cases: readonly (readonly [string, GateCase])[] = [
  ...Object.entries(GATE_CASES).flatMap(([operation, some]) =>
    some.map((gateCase) => [operation, gateCase] as const),
  ),
  ...MORE_GATE_CASES.map((gateCase) => ['what leads to its pages', gateCase] as const),
]
const pdf = pdfOf([textPage(SECRET)])

describe('the gate', () => {
  let app: TestApp
  let laboratory: TestRoom
  let bare: Buffer
  /** Nothing is denied here, so watermarked cases share the room. */
  let watched: Promise<GateRoom> | undefined
  beforeAll(async () => {
    app = await startTestApp({ indexing: true })
    laboratory = await app.room()
    await laboratory.operator.switches(false)
    bare = await imageOf(pdf)
  })
  afterAll(() => app.close())

  async function furnish(): Promise<GateRoom> {
    const room = await app.room()
    await room.operator.switches(false)
    await room.operator.viewing({ selection: true })
    const reader = await app.participant(room)
    for (const right of ['download', 'print', 'text'])
      await room.operator.setRight(reader.memberId, right, true)
    const itemId = await room.operator.put(NAME, pdf)
    await allRead(app, room.roomId)
    const filename = (await room.operator.items()).find(({ id }) => id === itemId)?.filename ?? ''
    return { app, room, reader, itemId, filename, pdf }
  }

  async function furnishWatched(): Promise<GateRoom> {
    const context = await furnish()
    await context.room.operator.switches(true)
    return context
  }

  async function imageOf(document: Buffer): Promise<Buffer> {
    const { operator } = laboratory
    const lease = await operator.openDocument(
      await operator.put(`${crypto.randomUUID()}.pdf`, document),
    )
    return Buffer.from(
      await (await operator.fetch('GET', `${lease.path}/pages/1?width=800`)).arrayBuffer(),
    )
  }

  async function changed(left: Buffer): Promise<number> {
    const image = left.subarray(0, 4).toString('latin1') === '%PDF' ? await imageOf(left) : left
    const { width = 0, height = 0 } = await sharp(image).metadata()
    const [one, other] = await Promise.all(
      [image, bare].map((each) =>
        sharp(each).resize(width, height, { fit: 'fill' }).extractChannel('green').raw().toBuffer(),
      ),
    )
    let count = 0
    one?.forEach((value, index) => {
      if (Math.abs(value - (other?.[index] ?? 0)) > SEEN) count += 1
    })
    return count / (width * height)
  }

  it('stands before every call that answers with bytes, and each purpose that it knows is asked for by one', () => {
    const operations: readonly Operation[] = OPERATIONS
    const avoiding = operations
      .filter(({ answer, delivers }) => answer.kind === 'bytes' && delivers === 'none')
      .map(({ name }) => name)
    expect(avoiding.sort()).toEqual([...NO_DOCUMENTS].sort())
    expect([...new Set(cases.map(([, { purpose }]) => purpose))].sort()).toEqual(
      [...PURPOSES].sort(),
    )
  })

  // Three calls each take longer than a second.
  it('need not stand before the others: none of them says a word of a text, to readers without the right to it or the document', async () => {
    const { named, room, person } = await openNamed(app, new Uint8Array(pdf))
    await allRead(app, room.roomId)
    expect((await ROWS['renditions.text'].send(room.operator, named)).text).toContain(SECRET)
    const isOurs = (name: OperationName) =>
      ['joined', 'agreed'].includes(ROWS[name].reach) && !ENDING.includes(name)
    const silent = OPERATIONS.filter(({ name, delivers }) => delivers === 'none' && isOurs(name))
    const sayingSecret = async (): Promise<string[]> => {
      const said: string[] = []
      for (const { name } of silent) {
        const { text } = await ROWS[name].send(person.client, named)
        if (text.includes(SECRET)) said.push(name)
      }
      return said
    }
    await room.operator.viewing({ selection: false })
    await room.operator.setRight(person.memberId, 'text', false)
    expect((await ROWS['renditions.text'].send(person.client, named)).text).not.toContain(SECRET)
    expect(await sayingSecret()).toEqual([])
    await grant(room, {
      groupId: (await groupsOf(room))[0]?.id ?? 0,
      itemId: named.itemId,
      level: 'none',
    })
    expect(
      (await person.client.call('GET', `/room/api/file/prepareFile/${named.itemId}`)).http,
    ).toBe(404)
    expect(await sayingSecret()).toEqual([])
  })

  it.each(cases.map(([operation, gateCase]) => [gateCase.purpose, operation, gateCase] as const))(
    '%s: denied, by %s, it refuses, and lets through before',
    async (_, __, { prepare, denied, refused }) => {
      const context = await furnish()
      const given = await (await prepare(context))()
      expect({ status: given.status, text: given.ok ? '' : await given.text() }).toEqual({
        status: 200,
        text: '',
      })
      const fetch = await denied(context, await prepare(context))
      // A notification must not hide the missing gate.
      if (process.env['UNGATED']) await wait(HEARD_MS)
      const response = await fetch()
      if (typeof refused === 'function') return refused(response)
      const text = await response.text()
      expect(text).not.toContain(SECRET)
      const { code, error } = JSON.parse(text) as { code?: string; error?: { code: string } }
      expect({
        isRefused: response.status >= 400 && response.status < 500,
        code: code ?? error?.code,
      }).toEqual({
        isRefused: true,
        code: refused,
      })
    },
  )

  it.each(
    cases
      .filter(([, { markable }]) => markable)
      .map(([operation, gateCase]) => [gateCase.purpose, operation, gateCase] as const),
  )('%s: marked, by %s, while the watermark is on', async (_, __, { prepare, markable }) => {
    watched ??= furnishWatched()
    const response = await (await prepare(await watched))()
    expect(response.status).toBe(200)
    expect(await changed((await markable?.(response)) ?? Buffer.alloc(0))).toBeGreaterThan(SHARE)
  })

  it('leaves pages as they are while the watermark is off, so that what is called a mark is one', async () => {
    const context = await furnish()
    for (const [, { prepare, purpose, markable }] of cases) {
      if (markable && purpose !== 'marked download')
        expect({
          purpose,
          isMarked: (await changed(await markable(await (await prepare(context))()))) > SHARE / 4,
        }).toEqual({
          purpose,
          isMarked: false,
        })
    }
  })
})
