import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  administrator,
  type ConsoleClient,
  payload,
  signOnWith,
} from '../../../test/console/console-client.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { runJob } from '../../../test/harness/run-job.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'
import { PASSKEY_URL } from '../../../test/scenarios/passkeys.ts'
import type { SoftwarePasskey } from '../../../test/servers/software-authenticator.ts'

const DAY_MS = 86_400_000

let app: TestApp
let admin: ConsoleClient
let passkey: SoftwarePasskey
let room: TestRoom
beforeAll(async () => {
  app = await startTestApp({ publicUrl: PASSKEY_URL })
})
beforeEach(async () => {
  ;({ client: admin, passkey } = await administrator(app))
  room = await app.room()
})
afterAll(() => app.close())

const ask = (body: object): Promise<WireAnswer> =>
  admin.post(`/rooms/${room.roomId}/operators`, body)
const waiting = async (client: WireClient) =>
  payload<{ id: number; kind: string; email: string; askedBy: string }[]>(
    await client.call('GET', `/room/api/operatorRequest/${client.me.roomId}`),
  )
const decide = (client: WireClient, id: number, confirm: boolean) =>
  client.call('POST', '/room/api/operatorRequest', {
    body: { roomId: client.me.roomId, id, confirm },
  })
const stateOf = async (id: number) => {
  await signOnWith(admin, passkey)
  const listed = await admin.get(`/rooms/${room.roomId}/operators`)
  return payload<{ id: number; state: string }[]>(listed).find((each) => each.id === id)?.state
}
const look = () => runJob(app, 'console.look')
const descriptions = async () => {
  const answer = await room.operator.call('GET', `/room/api/room/roomActivity/list/${room.roomId}`)
  return payload<{ roomActivityItem: { description: string }[] }>(answer).roomActivityItem.map(
    ({ description }) => description,
  )
}

let people = 0
const newcomer = () => {
  people += 1
  return { kind: 'operator', name: '박운영', email: `later${people}@example.com` }
}

describe('an operator whom an administrator asks for later', () => {
  it('is mailed nothing before an operator confirms, and PIN and code afterwards', async () => {
    const whom = newcomer()
    const { id } = payload<{ id: number }>(await ask(whom))
    await look()
    expect(await app.secretsMailedTo(whom.email)).toBe(0)
    await eventually(async () =>
      expect((await app.mailsTo(room.operator.me.email))[0]?.text).toContain(whom.email),
    )
    expect(await waiting(room.operator)).toMatchObject([
      { id, kind: 'operator', email: whom.email },
    ])
    expect((await decide(room.operator, id, true)).json.status).toBe('OK')
    expect((await decide(room.operator, id, false)).json.code).toBe('REQUEST_DECIDED')
    const client = app.stranger()
    await client.join(await app.pinMailedTo(whom.email))
    await client.agree()
    expect((await client.elevate(await app.codeMailedTo(whom.email))).json.payload).toMatchObject({
      checked: true,
    })
    await eventually(async () => expect(await stateOf(id)).toBe('ended'))
    expect(await waiting(room.operator)).toEqual([])
    expect(await descriptions()).toEqual(
      expect.arrayContaining([
        `운영자 추가 요청: ${whom.name} (${whom.email})`,
        `운영자 추가 요청 승인: ${whom.email}`,
      ]),
    )
  })

  it('never comes where an operator refuses or an administrator takes it back, also after a day', async () => {
    const [refused, withdrawn] = [newcomer(), newcomer()]
    const one = payload<{ id: number }>(await ask(refused))
    const other = payload<{ id: number }>(await ask(withdrawn))
    expect((await decide(room.operator, one.id, false)).json.status).toBe('OK')
    expect(
      (await admin.post(`/rooms/${room.roomId}/operators/${other.id}/withdraw`)).json.status,
    ).toBe('OK')
    expect((await admin.post(`/rooms/${room.roomId}/operators/${one.id}/withdraw`)).json.code).toBe(
      'REQUEST_DECIDED',
    )
    app.clock.advance(DAY_MS)
    await look()
    expect([await stateOf(one.id), await stateOf(other.id)]).toEqual(['refused', 'withdrawn'])
    for (const { email } of [refused, withdrawn]) expect(await app.secretsMailedTo(email)).toBe(0)
  })

  it('comes after a day without a decision, and not a minute before', async () => {
    const whom = newcomer()
    const { id } = payload<{ id: number }>(await ask(whom))
    app.clock.advance(DAY_MS - 60_000)
    await look()
    expect(await stateOf(id)).toBe('waiting')
    expect(await app.secretsMailedTo(whom.email)).toBe(0)
    app.clock.advance(60_000)
    await look()
    expect(await stateOf(id)).toBe('ended')
    await look()
    await app.pinMailedTo(whom.email)
    expect(await app.secretsMailedTo(whom.email)).toBe(2)
  })

  it('is no way to an address that is in the room already, and the console does not learn that it is', async () => {
    const { email, client } = await app.participant(room)
    const answer = await ask({ kind: 'operator', name: '다른이름', email })
    expect(answer.json.status).toBe('OK')
    const { id } = payload<{ id: number }>(answer)
    await decide(room.operator, id, true)
    await eventually(async () => expect(await stateOf(id)).toBe('ended'))
    expect((await client.call('GET', `/room/api/operatorRequest/${room.roomId}`)).json.code).toBe(
      'NOT_OPERATOR',
    )
  })

  it('waits beside two others at most, in each room', async () => {
    const [one] = [payload<{ id: number }>(await ask(newcomer())), await ask(newcomer())]
    const reset = { kind: 'reset', email: 'somebody@example.com' }
    expect((await ask(reset)).json.status).toBe('OK')
    const whom = newcomer()
    expect(await ask(whom)).toMatchObject({ http: 422, json: { code: 'REQUEST_LIMIT' } })
    expect((await ask(reset)).json.code).toBe('REQUEST_WAITING')
    expect(await waiting(room.operator)).toHaveLength(3)
    const other = await app.room()
    expect((await admin.post(`/rooms/${other.roomId}/operators`, whom)).json.status).toBe('OK')
    await admin.post(`/rooms/${room.roomId}/operators/${one.id}/withdraw`)
    expect((await ask(whom)).json.status).toBe('OK')
  })

  it('is asked for once, with a name, in a room that is there, and decided in its own room alone', async () => {
    const whom = newcomer()
    const { id } = payload<{ id: number }>(await ask(whom))
    expect((await ask({ ...whom, email: whom.email.toUpperCase() })).json.code).toBe(
      'REQUEST_WAITING',
    )
    expect((await ask({ kind: 'operator', email: 'a@example.com' })).json.code).toBe('BAD_REQUEST')
    expect((await ask({ kind: 'reset', name: '이름', email: 'a@example.com' })).json.code).toBe(
      'BAD_REQUEST',
    )
    const other = await app.room()
    expect((await decide(other.operator, id, true)).http).toBe(404)
    expect(await waiting(other.operator)).toEqual([])
  })
})

describe('the reset of an operator', () => {
  it('mails a new PIN and code to that operator alone, once somebody confirms', async () => {
    const { email } = room.operator.me
    const { id } = payload<{ id: number }>(await ask({ kind: 'reset', email }))
    await decide(room.operator, id, true)
    const pin = await app.pinMailedTo(email)
    await eventually(async () => expect(await stateOf(id)).toBe('ended'))
    expect(pin.replaceAll('-', '')).not.toBe(room.pin)
    const client = app.stranger()
    await client.join(pin)
    expect(client.me.roomId).toBe(room.roomId)
    expect(await descriptions()).toContain(`운영자 PIN과 코드 재발송 요청 승인: ${email}`)
  })

  it('does nothing for an address that is no operator', async () => {
    const { email } = await app.participant(room)
    const before = await app.secretsMailedTo(email)
    const { id } = payload<{ id: number }>(await ask({ kind: 'reset', email }))
    app.clock.advance(DAY_MS)
    await look()
    expect(await stateOf(id)).toBe('ended')
    expect(await app.secretsMailedTo(email)).toBe(before)
    expect((await app.logged(room.roomId)).at(-1)).toBe('operator.decided')
  })

  it('answers the same for an operator and for a stranger, in the list and in the log of the console', async () => {
    const { email } = room.operator.me
    const ids: number[] = []
    for (const each of [email, 'stranger@example.com'])
      ids.push(payload<{ id: number }>(await ask({ kind: 'reset', email: each })).id)
    app.clock.advance(DAY_MS)
    await look()
    for (const id of ids) expect(await stateOf(id)).toBe('ended')
    const listed = payload<{ email: string; state: string }[]>(
      await admin.get(`/rooms/${room.roomId}/operators`),
    )
    expect(listed.map((each) => each.email)).toEqual(['stranger@example.com', email])
    const log = payload<{ kind: string; roomNo: string; about: string }[]>(
      await admin.get('/log', { limit: 10 }),
    )
    const ended = log.filter(({ kind }) => kind.startsWith('operator.ended'))
    expect(ended.map(({ kind, about }) => [kind, about]).sort()).toEqual(
      [
        ['operator.ended', email],
        ['operator.ended', 'stranger@example.com'],
      ].sort(),
    )
  })
})
