import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator, type ConsoleClient, payload } from '../../../test/console/console-client.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { programClient } from '../../../test/programs/program-client.ts'
import { PASSKEY_URL } from '../../../test/scenarios/passkeys.ts'

const NOBODY = 999_999

let app: TestApp
let admin: ConsoleClient
let adminEmail: string
let room: TestRoom
beforeAll(async () => {
  app = await startTestApp({ publicUrl: PASSKEY_URL })
  ;({ client: admin, email: adminEmail } = await administrator(app))
  room = await app.room()
})
afterAll(() => app.close())

interface ListedConsoleRoom {
  readonly roomId: number
  readonly roomNo: string
  readonly name: string
}

let addresses = 0
const newRoom = (more: object = {}) => {
  addresses += 1
  return {
    name: `콘솔 룸 ${addresses}`,
    operator: { name: '최운영', email: `console${addresses}@example.com` },
    ...more,
  }
}
async function enter(email: string): Promise<WireClient> {
  const client = app.stranger()
  await client.join(await app.pinMailedTo(email))
  await client.agree()
  await client.elevate(await app.codeMailedTo(email))
  return client
}
const foldersOf = async (client: WireClient): Promise<string[]> =>
  (await client.items()).map(({ name }) => name)
const subjectsTo = async ({ operator }: TestRoom) =>
  (await app.mailsTo(operator.me.email)).map(({ subject }) => subject)
const entriesOf = async (client: WireClient) => {
  const answer = await client.call('GET', `/room/api/room/roomActivity/list/${client.me.roomId}`)
  return payload<{ roomActivityItem: { name: string; description: string; position: string }[] }>(
    answer,
  ).roomActivityItem
}

describe('rooms made in the console', () => {
  it('mail PIN and code to the operator alone, with the folders of a template, and say in their log who made them', async () => {
    const asked = newRoom({ storage: 5_000_000, users: 4, template: 'due-diligence.en' })
    const made = await admin.post('/rooms', asked)
    const { roomId, roomNo, url } = payload<{ roomId: number; roomNo: string; url: string }>(made)
    expect(url).toBe(`${PASSKEY_URL}/login`)
    const { email } = asked.operator
    for (const secret of [await app.pinMailedTo(email), await app.codeMailedTo(email)])
      expect(made.text).not.toContain(secret)
    const operator = await enter(email)
    expect(operator.me.roomId).toBe(roomId)
    expect((await foldersOf(operator)).length).toBeGreaterThan(5)
    expect(payload(await admin.get(`/rooms/${roomId}`))).toMatchObject({
      roomNo,
      storage: 5_000_000,
      users: 4,
      people: 1,
      documents: 0,
      used: 0,
    })
    expect(
      (await entriesOf(operator)).find(({ description }) =>
        description.startsWith('데이터룸 개설'),
      ),
    ).toMatchObject({
      position: '설치 관리자 · Administrator of the installation',
    })
  })

  it('take the folders of another room, whose operators learn of it, and nothing else of it', async () => {
    const source = await app.room()
    const { id } = payload<{ id: number }>(await source.operator.makeFolder('비밀 계약'))
    await source.operator.makeFolder('하위', id)
    await source.operator.upload([['극비.pdf', makePdf(1)]])
    const asked = newRoom({ structureOf: source.roomId })
    const made = await admin.post('/rooms', asked)
    const { roomNo } = payload<{ roomNo: string }>(made)
    expect(made.text).not.toContain('비밀')
    const operator = await enter(asked.operator.email)
    expect(await foldersOf(operator)).toEqual(['비밀 계약'])
    const entries = await entriesOf(source.operator)
    expect(entries.map(({ description }) => description)).toContain(
      `폴더 구조를 새 데이터룸 ${roomNo}에 복사`,
    )
    await eventually(async () =>
      expect(await subjectsTo(source)).toContain(
        '[시험 룸] 폴더 구조 복사 / Folder structure copied',
      ),
    )
  })

  it('are not made from what is not there, or from two structures, or for what is no address', async () => {
    const before = payload<ListedConsoleRoom[]>(await admin.get('/rooms')).length
    for (const [more, code] of [
      [{ template: 'nothing.en' }, 'TEMPLATE_UNKNOWN'],
      [{ structureOf: NOBODY }, 'NOT_FOUND'],
      [{ structureOf: 1, template: 'due-diligence.en' }, 'BAD_REQUEST'],
      [{ operator: { name: '최운영', email: 'x' } }, 'EMAIL_FORMAT'],
      [{ setupPending: true }, 'BAD_REQUEST'],
    ] as const)
      expect({ more, code: (await admin.post('/rooms', newRoom(more))).json.code }).toEqual({
        more,
        code,
      })
    expect(payload<ListedConsoleRoom[]>(await admin.get('/rooms')).length).toBe(before)
  })

  it('take no folders of a room that is closed or being destroyed, and those of a frozen one', async () => {
    const source = await app.room()
    await source.operator.makeFolder('남은 폴더')
    const before = payload<ListedConsoleRoom[]>(await admin.get('/rooms')).length
    const set = (phase: string) =>
      app.database.pool.query('update rooms set phase = $1, phase_at = now() where id = $2', [
        phase,
        source.roomId,
      ])
    for (const phase of ['closed', 'destroying', 'destroyed']) {
      await set(phase)
      const refused = await admin.post('/rooms', newRoom({ structureOf: source.roomId }))
      expect({ phase, http: refused.http, code: refused.json.code }).toEqual({
        phase,
        http: 422,
        code: 'ROOM_ENDED',
      })
    }
    expect(payload<ListedConsoleRoom[]>(await admin.get('/rooms')).length).toBe(before)
    expect(await app.logged(source.roomId)).not.toContain('room.structure-copied')
    await set('frozen')
    expect((await admin.post('/rooms', newRoom({ structureOf: source.roomId }))).json.status).toBe(
      'OK',
    )
  })

  it('come from a template by a program, too', async () => {
    const program = await programClient(app)
    const asked = newRoom({ template: 'audit.ko' })
    payload(await program.post('/rooms', asked))
    expect(await foldersOf(await enter(asked.operator.email))).toContain('감사 계획')
    expect((await program.post('/rooms', newRoom({ template: 'x' }))).json.code).toBe(
      'TEMPLATE_UNKNOWN',
    )
  })
})

describe('the list of rooms', () => {
  it('comes in pages of each order without loss or repetition, and is searched by number and name', async () => {
    for (const name of ['가나다', 'alpha 50%', 'ALPHA_2'])
      payload(await admin.post('/rooms', newRoom({ name })))
    const whole = payload<ListedConsoleRoom[]>(await admin.get('/rooms', { limit: 100 }))
    for (const sort of ['number', 'name', 'created', 'usage', 'phase'])
      for (const order of ['up', 'down']) {
        const seen: number[] = []
        let cursor: string | undefined
        do {
          const page = await admin.get('/rooms', {
            sort,
            order,
            limit: 2,
            ...(cursor === undefined ? {} : { cursor }),
          })
          seen.push(...payload<ListedConsoleRoom[]>(page).map(({ roomId }) => roomId))
          cursor = page.json.nextCursor
        } while (cursor !== undefined)
        expect([...seen].sort((one, other) => one - other)).toEqual(
          whole.map(({ roomId }) => roomId).sort((one, other) => one - other),
        )
      }
    const search = async (text: string) => {
      const answer = await admin.get('/rooms', { search: text, sort: 'name' })
      return {
        names: payload<ListedConsoleRoom[]>(answer).map(({ name }) => name),
        total: answer.json.total,
      }
    }
    expect(await search('alpha')).toEqual({ names: ['alpha 50%', 'ALPHA_2'], total: 2 })
    expect((await search('50%')).names).toEqual(['alpha 50%'])
    expect((await search('_')).names).toEqual(['ALPHA_2'])
    expect((await search(whole[0]?.roomNo ?? '')).total).toBe(1)
    const byName = (await admin.get('/rooms', { sort: 'name', limit: 1 })).json.nextCursor ?? ''
    expect((await admin.get('/rooms', { sort: 'usage', cursor: byName })).json.code).toBe(
      'BAD_REQUEST',
    )
  })
})

describe('changes of a room in the console', () => {
  it('rename, limit and close it; its log and that of the console say so', async () => {
    const { roomId } = room
    expect(payload(await admin.post(`/rooms/${roomId}/rename`, { name: '새 이름' }))).toMatchObject(
      { name: '새 이름' },
    )
    expect(payload(await admin.post(`/rooms/${roomId}/limits`, { users: 9 }))).toMatchObject({
      users: 9,
    })
    expect((await admin.post(`/rooms/${roomId}/limits`, { storage: 1, users: 0 })).json.code).toBe(
      'BAD_REQUEST',
    )
    expect(payload(await admin.post(`/rooms/${roomId}/close`))).toMatchObject({
      phase: 'frozen',
      closesAt: expect.any(String),
    })
    const said = (await entriesOf(room.operator)).filter(({ position }) =>
      position.startsWith('설치 관리자'),
    )
    expect(said.length).toBeGreaterThanOrEqual(4)
    await eventually(async () =>
      expect(await subjectsTo(room)).toContain(
        '[새 이름] 데이터룸 종료 요청 / Closing of your data room requested',
      ),
    )
    const scheduled = async () =>
      (await app.logged(roomId)).filter((kind) => kind === 'room.scheduled').length
    const [before, { closesAt }] = [
      await scheduled(),
      payload<{ closesAt: string }>(await admin.get(`/rooms/${roomId}`)),
    ]
    app.clock.advance(1_000)
    expect(payload(await admin.post(`/rooms/${roomId}/close`))).toMatchObject({
      phase: 'frozen',
      closesAt,
    })
    expect(await scheduled()).toBe(before + 1)
    const kinds = payload<{ kind: string; roomNo: string; email: string }[]>(
      await admin.get('/log', { limit: 4 }),
    ).slice(1)
    expect(kinds.map(({ kind }) => kind)).toEqual(['room.closing', 'room.limits', 'room.renamed'])
    expect(new Set(kinds.map(({ email }) => email))).toEqual(new Set([adminEmail]))
    for (const path of [`/rooms/${NOBODY}`, `/rooms/${NOBODY}/operators`])
      expect((await admin.get(path)).http).toBe(404)
  })
})

describe('the log of the console', () => {
  it('keeps no address of a room that was destroyed', async () => {
    const [gone, stays] = [await app.room(), await app.room()]
    for (const { roomId } of [gone, stays])
      payload(
        await admin.post(`/rooms/${roomId}/operators`, {
          kind: 'reset',
          email: `asked-in-${roomId}@example.com`,
        }),
      )
    const abouts = async () =>
      (
        await app.database.pool.query<{ about: string }>(
          'select about from console_log where about is not null',
        )
      ).rows.map(({ about }) => about)
    expect(await abouts()).toContain(`asked-in-${gone.roomId}@example.com`)
    await app.program.endings.destroy(gone.roomId)
    await eventually(async () =>
      expect(await abouts()).not.toContain(`asked-in-${gone.roomId}@example.com`),
    )
    expect(await abouts()).toContain(`asked-in-${stays.roomId}@example.com`)
  })
})

describe('canaries', () => {
  const CANARY = '카나리아'

  it('in documents, folders, people, questions and messages of a room are in no answer of the console', async () => {
    const full = await app.room()
    const canary = await app.participant(full, `${CANARY}사람`)
    await full.operator.makeFolder(`${CANARY}폴더`)
    await full.operator.upload([[`${CANARY}문서.pdf`, makePdf(1, 'CANARY')]])
    await app.database.pool.query(
      `update mails set status = 'failed', last_error = 'recipient' where room_id = $1 and member_id = $2`,
      [full.roomId, canary.memberId],
    )
    payload(
      await admin.post(`/rooms/${full.roomId}/operators`, {
        kind: 'reset',
        email: 'nobody@example.com',
      }),
    )
    await eventually(async () =>
      expect(
        payload<{ documents: number }>(await admin.get(`/rooms/${full.roomId}`)).documents,
      ).toBe(1),
    )
    const answers = await Promise.all([
      ...[
        '/session',
        '/rooms',
        `/rooms/${full.roomId}`,
        `/rooms/${full.roomId}/operators`,
        '/templates',
        '/health',
        '/mails',
      ].map((path) => admin.get(path, path === '/rooms' ? { limit: 100 } : {})),
      ...['/keys', '/webhooks', '/administrators', '/log'].map((path) => admin.get(path)),
      ...[CANARY, canary.email].map((search) => admin.get('/rooms', { search })),
      admin.post('/rooms', newRoom({ structureOf: full.roomId })),
      admin.post(`/rooms/${full.roomId}/operators`, {
        kind: 'operator',
        name: '새사람',
        email: canary.email,
      }),
      admin.post(`/rooms/${full.roomId}/rename`, { name: '다른 이름' }),
      admin.post(`/rooms/${full.roomId}/limits`, { users: 50 }),
      admin.post(`/rooms/${full.roomId}/close`),
    ])
    expect(answers.every(({ http }) => http === 200)).toBe(true)
    for (const { text } of answers) {
      expect(text).not.toContain(CANARY)
      expect(text.replace(`"email":"${canary.email}"`, '')).not.toContain(canary.email)
    }
    const failed = payload<object[]>(await admin.get('/mails'))
    expect(failed.length).toBeGreaterThan(0)
    for (const each of failed)
      expect(each).toMatchObject({ roomId: full.roomId, reason: 'recipient', count: 1 })
    expect(answers.filter(({ json }) => json.total === 0).length).toBe(2)
  })
})
