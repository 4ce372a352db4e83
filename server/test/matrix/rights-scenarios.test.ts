import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATIONS } from '../../../contract/registry.ts'
import { makePdf } from '../fixtures/make-pdf.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestApp, type TestApp, type TestPerson, type TestRoom } from '../harness/test-app.ts'
import type { WireAnswer } from '../harness/wire-client.ts'
import { unpublish } from '../scenarios/publishing.ts'
import type { NamedObjects } from './authorization-calls.ts'
import { openNamed } from './authorization-room.ts'
import { ROWS } from './authorization-rows.ts'
import { type Naming, SCENARIOS, type Target } from './rights-scenarios.ts'

const PLACES = [
  'visible',
  'path',
  'invisible',
  'hidden meanwhile',
  'staged',
  'staged meanwhile',
  'of another room',
  'never',
] as const

/** Each place must look as if it never existed. */
const ABSENT = [
  'invisible',
  'hidden meanwhile',
  'staged',
  'staged meanwhile',
  'of another room',
] as const
type ScenarioPosition = (typeof PLACES)[number]

interface Met {
  readonly documents: Readonly<Record<ScenarioPosition, Target>>
  readonly folders: Readonly<Record<ScenarioPosition, Target>>
}

let app: TestApp
let room: TestRoom
let person: TestPerson
let met: Met
beforeAll(async () => {
  app = await startTestApp()
  const opened = await openNamed(app)
  room = opened.room
  person = opened.person
  met = await meet(opened.named)
}, 60_000)
afterAll(() => app.close())

async function leaseAndTicket(itemId: number): Promise<Pick<Target, 'lease' | 'ticket'>> {
  const { name: lease } = await person.client.openDocument(itemId)
  const { json } = await person.client.call('POST', '/room/api/file/ticket', {
    body: { fileIds: [itemId], kind: 'download' },
  })
  return { lease, ticket: (json.payload as { url: string }).url.split('/').at(-1) ?? '' }
}

/** The document is visible, its folder not. */
async function meet(context: NamedObjects): Promise<Met> {
  const { operator, roomId } = room
  const unknown = () => ({ lease: randomUUID(), ticket: randomUUID() })
  const documentIn = async (owner: TestRoom, parent: number, name: string): Promise<Target> => {
    const itemId = await owner.operator.put(name, makePdf(1), parent)
    const filename =
      (await owner.operator.items(parent)).find(({ id }) => id === itemId)?.filename ?? ''
    return { context, itemId, filename, ...unknown() }
  }
  const folderIn = async (owner: TestRoom, name: string): Promise<Target> => {
    const itemId = await owner.operator.newFolder(name)
    await documentIn(owner, itemId, `${name} 안.pdf`)
    return { context, itemId, filename: '', ...unknown() }
  }
  const elsewhere = await app.room()
  const never = { context, itemId: 999_999_999, filename: `${randomUUID()}.pdf`, ...unknown() }
  const documents = {
    visible: await documentIn(room, 0, '보임.pdf'),
    path: await documentIn(room, 0, '길.pdf'),
    invisible: await documentIn(room, 0, '안 보임.pdf'),
    'hidden meanwhile': await documentIn(room, 0, '나중에 숨김.pdf'),
    staged: await documentIn(room, 0, '대기.pdf'),
    'staged meanwhile': await documentIn(room, 0, '나중에 대기.pdf'),
    'of another room': await documentIn(elsewhere, 0, '남의 것.pdf'),
    never,
  }
  const folders = {
    visible: await folderIn(room, '보이는 폴더'),
    path: await folderIn(room, '길 폴더'),
    invisible: await folderIn(room, '숨긴 폴더'),
    'hidden meanwhile': await folderIn(room, '나중에 숨긴 폴더'),
    staged: await folderIn(room, '대기 폴더'),
    'staged meanwhile': await folderIn(room, '나중에 대기 폴더'),
    'of another room': await folderIn(elsewhere, '남의 폴더'),
    never,
  }
  const [group] = (await operator.call('GET', `/room/api/group/list/${roomId}`)).json.payload as {
    id: number
  }[]
  const grant = async (
    ...levels: readonly (readonly [itemId: number, level: string])[]
  ): Promise<void> => {
    const changes = levels.map(([itemId, level]) => ({ groupId: group?.id, itemId, level }))
    expect(
      (await operator.call('POST', '/room/api/grant', { body: { roomId, changes } })).http,
    ).toBe(200)
  }
  const [inPath] = await operator.items(folders.path.itemId)
  await grant(
    [documents.invisible.itemId, 'none'],
    [folders.invisible.itemId, 'none'],
    [folders.path.itemId, 'none'],
    [inPath?.id ?? 0, 'view'],
  )
  const had = {
    visible: await leaseAndTicket(documents.visible.itemId),
    hidden: await leaseAndTicket(documents['hidden meanwhile'].itemId),
    staged: await leaseAndTicket(documents['staged meanwhile'].itemId),
  }
  const stage = (place: 'staged' | 'staged meanwhile') =>
    unpublish(room, [documents[place].itemId, folders[place].itemId])
  expect([(await stage('staged')).http, (await stage('staged meanwhile')).http]).toEqual([200, 200])
  await grant(
    [documents['hidden meanwhile'].itemId, 'none'],
    [folders['hidden meanwhile'].itemId, 'none'],
  )
  await eventually(async () =>
    expect(
      (
        await person.client.call(
          'GET',
          `/room/api/file/prepareFile/${documents['hidden meanwhile'].itemId}`,
        )
      ).http,
    ).toBe(404),
  )
  return {
    documents: {
      ...documents,
      visible: { ...documents.visible, ...had.visible },
      'hidden meanwhile': { ...documents['hidden meanwhile'], ...had.hidden },
      'staged meanwhile': { ...documents['staged meanwhile'], ...had.staged },
    },
    folders,
  }
}

const seen = ({ http, json }: WireAnswer) => ({
  http,
  status: json.status,
  code: json.code,
  text: json.status === 'OK' ? '' : json.payload,
})

/** Cursors contain names in base64. */
const withCursors = (text: string): string =>
  [
    text,
    ...(text.match(/[\w-]{12,}/g) ?? []).map((cursor) =>
      Buffer.from(cursor, 'base64url').toString(),
    ),
  ].join('\n')

const namings = Object.entries(SCENARIOS).flatMap(([name, scenario]) =>
  typeof scenario === 'string' ? [] : [[name, scenario] as const],
)
const by = (...kinds: readonly Naming['by'][]) =>
  namings.filter(([, naming]) => kinds.includes(naming.by))

describe('what names an item', () => {
  it.each(by('item'))(
    '%s answers for a hidden or staged document as for one that never was',
    async (_, { send }) => {
      const ask = async (place: ScenarioPosition) =>
        seen(await send(person.client, met.documents[place]))
      const never = await ask('never')
      expect(never.status).not.toBe('OK')
      for (const place of ABSENT)
        expect({ place, ...(await ask(place)) }).toEqual({ place, ...never })
      expect((await ask('visible')).status).toBe('OK')
    },
  )

  it.each(by('item', 'folder', 'place'))(
    '%s answers for a hidden or staged folder as for one that never was',
    async (_, { send }) => {
      const ask = async (place: ScenarioPosition) =>
        seen(await send(person.client, met.folders[place]))
      const never = await ask('never')
      for (const place of ABSENT)
        expect({ place, ...(await ask(place)) }).toEqual({ place, ...never })
    },
  )

  it.each(by('folder'))(
    '%s gives of a folder on the way what is visible, and no more',
    async (_, { send }) => {
      const inside = async (place: ScenarioPosition) =>
        withCursors((await send(person.client, met.folders[place])).text)
      expect(await inside('path')).toContain('길 폴더 안.pdf')
      expect(await inside('visible')).toContain('보이는 폴더 안.pdf')
      const root = withCursors(
        (await send(person.client, { ...met.folders.visible, itemId: 0 })).text,
      )
      expect(root).toContain('길 폴더')
      expect(root).not.toMatch(/안 보임|숨김|숨긴|대기|남의/)
    },
  )

  it.each(by('lease', 'ticket'))(
    '%s that was had before answers as one that never was',
    async (_, { send }) => {
      const ask = async (place: ScenarioPosition) =>
        seen(await send(person.client, met.documents[place]))
      for (const place of ['hidden meanwhile', 'staged meanwhile'] as const)
        expect(await ask(place)).toEqual(await ask('never'))
    },
  )
})

describe('the table', () => {
  it('leaves to operators what participants are refused, and nothing else', () => {
    const isOfOperators = (name: keyof typeof ROWS): boolean =>
      ['operator', 'raised'].includes(ROWS[name].reach)
    for (const { name } of OPERATIONS)
      expect([name, SCENARIOS[name] === 'operators']).toEqual([name, isOfOperators(name)])
  })

  it('reaches a visible document by each lease and ticket', async () => {
    const { visible } = met.documents
    for (const rest of ['', '/pages/1'])
      expect(
        (await person.client.fetch('GET', `/room/api/file/view/${visible.lease}${rest}`)).status,
      ).toBe(200)
    expect(
      (await person.client.fetch('GET', `/room/api/file/ticket/${visible.ticket}`)).status,
    ).toBe(200)
  })
})
