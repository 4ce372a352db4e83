import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePdf } from '../fixtures/make-pdf.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestApp, type TestApp, type TestPerson, type TestRoom } from '../harness/test-app.ts'
import type { WireAnswer, WireClient } from '../harness/wire-client.ts'
import { archived, byCode, filesIn } from '../scenarios/archives.ts'
import { moveInto, newGroup } from '../scenarios/groups.ts'
import {
  attachFile,
  enter,
  enterWith,
  listed,
  move,
  newTopic,
  opened,
  written,
} from '../scenarios/threads.ts'
import { openEar } from '../servers/open-ear.ts'
import { openNamed } from './authorization-room.ts'
import { ROWS } from './authorization-rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Only the other group uses it. */
const CANARY = /카나리아/
const LEFT_OUT = new Set([
  'session.logout',
  'session.endOthers',
  'session.endOne',
  'session.events',
])

interface Rivals {
  readonly rival: TestPerson
  readonly group: number
  readonly threads: readonly string[]
}

async function rivalsIn(room: TestRoom): Promise<Rivals> {
  const { operator } = room
  const rival = await app.participant(room, '카나리아 담당')
  const group = await newGroup(room, '카나리아 그룹', 'download')
  await moveInto(room, group, [rival])
  const asked = await written(rival.client, { title: '카나리아 질의', text: '카나리아 본문입니다' })
  await enterWith(rival.client, asked.id, { kind: 'QUESTION', text: '카나리아 추가' }, [
    ['카나리아.pdf', makePdf(1)],
  ])
  await enter(operator, asked.id, 'NOTE', '카나리아 메모')
  await enter(operator, asked.id, 'ANSWER', '카나리아 답변')
  const requested = await written(rival.client, {
    type: 'REQUEST',
    title: '카나리아 자료',
    text: '카나리아 목록',
  })
  const draft = await written(rival.client, {
    title: '카나리아 초안',
    text: '카나리아',
    state: 'DRAFT',
  })
  const returned = await written(rival.client, { title: '카나리아 반려', text: '카나리아' })
  expect((await move(operator, returned.id, 'RETURNED', { reason: '카나리아 사유' })).http).toBe(
    200,
  )
  return { rival, group, threads: [asked.id, requested.id, draft.id, returned.id] }
}

async function askedBy(
  client: WireClient,
  { group, threads }: Rivals,
): Promise<Record<string, WireAnswer>> {
  const { roomId } = client.me
  const call = (path: string, body: object): Promise<WireAnswer> =>
    client.call('POST', `/room/api/${path}`, { body: { roomId, ...body } })
  const one = await Promise.all(
    threads.map(
      async (id) => [`thread ${id}`, await client.call('GET', `/room/api/thread/${id}`)] as const,
    ),
  )
  return {
    list: await call('thread/list', {}),
    'list of the group': await call('thread/list', { groupId: group }),
    search: await call('thread/list', { keyword: '카나리아' }),
    number: await call('thread/list', { keyword: 'Q-001' }),
    similar: await call('thread/similar', { text: '카나리아 질의 카나리아 본문입니다' }),
    faq: await call('faq/list', {}),
    own: await client.call('GET', `/room/api/thread/own/${roomId}`),
    topics: await client.call('GET', `/room/api/topic/list/${roomId}`),
    log: await client.call('GET', '/room/api/room/myActivity/list'),
    people: await client.call('GET', `/room/api/room/roomManger/list/${roomId}`),
    ...Object.fromEntries(one),
  }
}

async function exportedText(client: WireClient): Promise<string> {
  const response = await client.fetch('POST', '/room/api/thread/export', {
    body: { roomId: client.me.roomId, format: 'xlsx' },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  return response.status === 200
    ? [...filesIn(bytes).values()].map((file) => file.toString('utf8')).join('\n')
    : ''
}

it('a person learns nothing of what another group asks, in any call, search, suggestion, export, archive, mail or event', {
  timeout: 300_000,
}, async () => {
  const { named, room, person } = await openNamed(app)
  const expert = await app.participant(room, '전문가')
  const { json } = await room.operator.call('POST', '/room/api/group', {
    body: { roomId: room.roomId, name: '전문가', kind: 'experts', level: 'none' },
  })
  await moveInto(room, (json.payload as { id: number }).id, [expert])
  await newTopic(room, '법무')
  const rivals = await rivalsIn(room)
  const said: string[] = []
  for (const [name, { send }] of Object.entries(ROWS)) {
    if (LEFT_OUT.has(name)) continue
    const answer = await send(person.client, named).catch((error: unknown) => ({
      text: String(error),
    }))
    if (CANARY.test(answer.text)) said.push(name)
  }
  for (const { client } of [person, expert]) {
    const answers = await askedBy(client, rivals)
    for (const [name, { text }] of Object.entries(answers)) if (CANARY.test(text)) said.push(name)
    for (const id of rivals.threads) expect(answers[`thread ${id}`]?.http).toBe(404)
    if (CANARY.test(await exportedText(client))) said.push('export')
  }
  const ours = await archived(person.client)
  const ourGroup =
    (await opened(room.operator, (await written(person.client, { title: '우리 질의' })).id)).group
      ?.id ?? 0
  const groupArchive = await archived(room.operator, { ...byCode(room), groupId: ourGroup })
  for (const [name, bytes] of [...ours, ...groupArchive])
    if (CANARY.test(name) || CANARY.test(bytes.toString('utf8'))) said.push(`archive: ${name}`)
  for (const { email } of [person, expert])
    for (const { subject, text, html } of await app.mailsTo(email))
      if (CANARY.test(`${subject} ${text} ${html}`)) said.push(`mail: ${subject}`)
  expect(said).toEqual([])
  expect((await askedBy(rivals.rival.client, rivals))['search']?.text).toMatch(CANARY)
  expect(await exportedText(room.operator)).toMatch(CANARY)
})

it('numbers, counts, limits, mails and events of a group say nothing of how much another one asks', {
  timeout: 120_000,
}, async () => {
  const room = await app.room()
  const [ours, theirs] = [await app.participant(room, '우리'), await app.participant(room, '저쪽')]
  const groups = [
    await newGroup(room, '매수인 A', 'view'),
    await newGroup(room, '매수인 B', 'view'),
  ] as const
  await moveInto(room, groups[0], [ours])
  await moveInto(room, groups[1], [theirs])
  expect(
    (
      await room.operator.call('PUT', '/room/api/room/update/questions', {
        body: { id: room.roomId, limits: { total: 10 } },
      })
    ).http,
  ).toBe(200)
  const ownOf = async ({ client }: TestPerson) =>
    (await client.call('GET', `/room/api/thread/own/${room.roomId}`)).json.payload as {
      left: object
      unread: number
    }
  const first = await written(ours.client)
  const before = {
    own: await ownOf(ours),
    list: await listed(ours.client),
    mails: (await app.mailsTo(ours.email)).length,
  }
  const ear = await openEar(ours.client)

  for (let index = 0; index < 5; index += 1) {
    const { id } = await written(theirs.client, { title: `저쪽 ${index}` })
    await enter(room.operator, id, 'ANSWER', '답변')
    await move(theirs.client, id, 'CLOSED')
  }
  await attachFile(theirs.client, '저쪽.pdf', makePdf(1))
  // Invisible changes caused no event.
  await room.operator.makeFolder('보이는 폴더')
  await eventually(async () => expect(ear.heard.some(({ type }) => type === 'items')).toBe(true))
  expect(ear.heard.filter(({ type }) => type === 'threads')).toEqual([])
  ear.hangUp()
  expect({
    own: await ownOf(ours),
    list: await listed(ours.client),
    mails: (await app.mailsTo(ours.email)).length,
  }).toEqual(before)
  expect([
    first.number,
    (await written(ours.client)).number,
    (await written(theirs.client)).number,
  ]).toEqual(['Q-001', 'Q-002', 'Q-007'])
})
