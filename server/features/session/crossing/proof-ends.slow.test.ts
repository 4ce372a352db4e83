import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { deleteShortLived } from '../../../backup/restore-tables.store.ts'
import { RELEASE_RULES } from '../../../platform/db/process-row.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { destroyByTime, untilDestroyed } from '../../../test/scenarios/endings.ts'
import { moveInto, newGroup } from '../../../test/scenarios/groups.ts'
import {
  type Adviser,
  adviserOf,
  askForRooms,
  cross,
  crossInTab,
  inviteAddress,
  leaveRooms,
  ownRooms,
  proveAddress,
  proveWith,
  roomLinksTo,
} from '../../../test/scenarios/step-codes.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ trustProxy: ['127.0.0.1'] })
})
afterAll(() => app.close())
beforeEach(() => app.forgetFailures())

const UNPROVEN = { http: 403, json: { code: 'ADDRESS_UNPROVEN' } }
const UNKNOWN = { http: 404, json: { code: 'NOT_FOUND' } }
const from = (address: string) => ({ 'x-forwarded-for': address })

/** Does not know the rule of crossings. */
const FORMER_RELEASE = '0.0.5'

interface AdviserWithLaptop extends Adviser {
  readonly laptop: WireClient
}

async function withLaptop(): Promise<AdviserWithLaptop> {
  const set = await adviserOf(app)
  const { client, email, pin } = set
  const laptop = app.stranger()
  await laptop.join(pin)
  await laptop.agree()
  for (const browser of [client, laptop])
    expect((await proveAddress(app, browser, email)).json.status).toBe('OK')
  return { ...set, laptop }
}

describe('a lost browser', () => {
  const isLost = async ({ laptop, two }: AdviserWithLaptop) => {
    expect((await laptop.list()).http).toBe(401)
    expect(await ownRooms(laptop)).toMatchObject(UNPROVEN)
    expect(await cross(laptop, two.roomId)).toMatchObject(UNPROVEN)
  }

  it('loses its proof when its person ends all other sessions, and their own browser keeps one', async () => {
    const made = await withLaptop()
    expect(
      (await made.client.call('POST', '/room/api/room/sessions/endOthers')).json.payload,
    ).toEqual({ ended: 1 })
    await isLost(made)
    expect((await ownRooms(made.client)).http).toBe(200)
  })

  it('loses its proof when its person ends that session', async () => {
    const made = await withLaptop()
    const sessions = (await made.client.call('GET', '/room/api/room/sessions')).json.payload as {
      id: number
      current: boolean
    }[]
    const id = sessions.find(({ current }) => !current)?.id
    expect(
      (await made.client.call('POST', '/room/api/room/sessions/end', { body: { id } })).json.status,
    ).toBe('OK')
    await isLost(made)
    expect((await ownRooms(made.client)).http).toBe(200)
  })

  it('loses its proof when an operator signs the person out, also where no session is left', async () => {
    const made = await withLaptop()
    await made.client.logout()
    await made.laptop.logout()
    expect((await made.one.operator.endSessionsOf(made.memberId)).json.payload).toEqual({
      ended: 0,
    })
    await isLost(made)
    expect(await ownRooms(made.client)).toMatchObject(UNPROVEN)
  })

  it('keeps no session that it opened while its person left all rooms', async () => {
    const made = await withLaptop()
    const [tab] = await Promise.all([
      crossInTab(app, made.laptop, made.two.roomId),
      leaveRooms(made.client, true),
    ])
    if (tab.session) expect((await tab.agree()).http).toBe(401)
    expect(await ownRooms(made.laptop)).toMatchObject(UNPROVEN)
  })
})

describe('an unused proof', () => {
  it('is kept by sessions of its own browser alone', async () => {
    const { client, laptop, two, email } = await withLaptop()
    const tab = await crossInTab(app, client, two.roomId)
    await tab.agree()
    const three = await app.room()
    const before = (await app.mailsTo(email)).length
    await inviteAddress(three, email)
    await expect.poll(async () => (await app.mailsTo(email)).length).toBeGreaterThan(before)
    const planted = app.stranger()
    await planted.join(await app.pinMailedTo(email))
    await planted.agree()
    expect(planted.me.roomId).toBe(three.roomId)
    const halfway = async () => {
      app.clock.advance(LIMITS.idleMs - 60_000)
      expect((await tab.call('POST', '/room/api/room/alive')).http).toBe(200)
    }
    await halfway()
    expect((await planted.call('POST', '/room/api/room/alive')).http).toBe(200)
    await halfway()
    expect((await planted.list()).http).toBe(200)
    expect(await ownRooms(laptop)).toMatchObject(UNPROVEN)
    expect((await ownRooms(client)).http).toBe(200)
  })

  it('is not kept by a session of another address that is sent along', async () => {
    const { client, one } = await withLaptop()
    const foreign = await app.participant(one)
    const headers = { authorization: `Bearer ${foreign.client.me.jwt}` }
    const browser = app.stranger()
    browser.proof = client.proof
    expect((await browser.call('GET', '/room/api/session/rooms', { headers })).http).toBe(200)
    await client.logout()
    app.clock.advance(LIMITS.idleMs - 60_000)
    expect((await foreign.client.call('POST', '/room/api/room/alive')).http).toBe(200)
    app.clock.advance(60_000)
    expect(await ownRooms(browser)).toMatchObject(UNPROVEN)
  })
})

describe('a proof and its links end', () => {
  it('with the destruction of a room of the address, and others stay', async () => {
    const { two, client, email } = await withLaptop()
    const other = await withLaptop()
    await askForRooms(client, email)
    const links = await roomLinksTo(app, email)
    expect(links.length).toBeGreaterThan(0)
    await destroyByTime(app, two.roomId)
    await untilDestroyed(app, two.roomId)
    const { rows } = await app.database.pool.query(
      'select email from address_proofs union select email from proof_links',
    )
    expect(rows.map((row) => row.email)).not.toContain(email)
    expect(rows.map((row) => row.email)).toContain(other.email)
  })

  it('with a restore', async () => {
    const { client } = await withLaptop()
    const connection = await app.database.pool.connect()
    try {
      await deleteShortLived(connection as unknown as Parameters<typeof deleteShortLived>[0])
    } finally {
      connection.release()
    }
    expect(await ownRooms(client)).toMatchObject(UNPROVEN)
  })

  it('at a block that comes while the address is proven or a room crossed into', async () => {
    const { two, client, laptop, email, otherId } = await withLaptop()
    await askForRooms(client, email)
    const token = (await roomLinksTo(app, email)).at(-1)?.token ?? ''
    const browser = app.stranger()
    const [, , tab] = await Promise.all([
      two.operator.setRight(otherId, 'access', false),
      proveWith(browser, token),
      crossInTab(app, laptop, two.roomId),
    ])
    for (const each of [browser, client, laptop])
      expect(await ownRooms(each)).toMatchObject(UNPROVEN)
    if (tab.session) expect((await tab.agree()).http).not.toBe(200)
  })

  it('does not begin beside a process of an earlier release, which would not end it', async () => {
    const { client, email } = await withLaptop()
    await askForRooms(client, email)
    const token = (await roomLinksTo(app, email)).at(-1)?.token ?? ''
    const { pool } = app.database
    await pool.query('delete from rules_in_use where rule = $1', [RELEASE_RULES.crossing])
    const startFormer = () =>
      pool.query(
        'insert into processes (id, release, enforces) values (gen_random_uuid(), $1, $2)',
        [FORMER_RELEASE, RELEASE_RULES.crossing - 1],
      )
    await startFormer()
    expect(await proveWith(app.stranger(), token)).toMatchObject({
      http: 409,
      json: { code: 'UPGRADE_RUNNING' },
    })
    await pool.query('delete from processes where release = $1', [FORMER_RELEASE])
    expect((await proveWith(app.stranger(), token)).json.status).toBe('OK')
    await expect(startFormer()).rejects.toThrow()
  })
})

describe('a proof', () => {
  it('allows a limited number of crossings, whether they are refused or not', async () => {
    const { two, client, otherId } = await withLaptop()
    const group = await newGroup(two, '매수인', 'view')
    await moveInto(two, group, [{ memberId: otherId }])
    await two.operator.call('POST', '/room/api/group/update', {
      body: { id: group, roomId: two.roomId, networks: ['203.0.113.0/24'] },
    })
    const refusals = async () =>
      (await app.logged(two.roomId)).filter((kind) => kind === 'session.refused').length
    for (let index = 0; index < 20; index += 1)
      expect(await cross(client, two.roomId)).toMatchObject(UNKNOWN)
    for (const roomId of [two.roomId, 1_000_000])
      expect(await cross(client, roomId)).toMatchObject({ http: 429, json: { code: 'TOO_MANY' } })
    expect(await refusals()).toBe(20)
    app.clock.advance(10 * 60_000)
    const inside = { headers: from('203.0.113.9'), body: { roomId: two.roomId } }
    expect((await client.call('POST', '/room/api/session/cross', inside)).json.status).toBe('OK')
  })

  it('lists no rooms that the network may not reach', async () => {
    const { one, two, client, otherId } = await withLaptop()
    const group = await newGroup(two, '매수인', 'view')
    await moveInto(two, group, [{ memberId: otherId }])
    await two.operator.call('POST', '/room/api/group/update', {
      body: { id: group, roomId: two.roomId, networks: ['203.0.113.0/24'] },
    })
    const listed = async (address: string) => {
      const { json } = await client.call('GET', '/room/api/session/rooms', {
        headers: from(address),
      })
      return (json.payload as { roomId: number }[]).map(({ roomId }) => roomId)
    }
    expect(await listed('198.51.100.1')).toEqual([one.roomId])
    expect(await listed('203.0.113.9')).toEqual([one.roomId, two.roomId])
  })

  it('is offered to one asker a few times, which limits no other asker', async () => {
    const { email } = await withLaptop()
    await app.forgetFailures()
    const asked = async (address: string) =>
      (await askForRooms(app.stranger(), email, from(address))).json
    for (let index = 0; index < 3; index += 1)
      expect((await asked('198.51.100.7')).status).toBe('OK')
    for (let index = 0; index < 9; index += 1)
      expect((await asked('198.51.100.7')).code).toBe('TOO_MANY')
    expect((await asked('203.0.113.9')).status).toBe('OK')
  })
})

describe('a link to the rooms', () => {
  it('is mailed also when the first membership ends before the mail is written', async () => {
    const { email, memberId } = await withLaptop()
    const before = (await roomLinksTo(app, email)).length
    const { pool } = app.database
    const blocker = await pool.connect()
    try {
      await blocker.query('begin')
      await blocker.query('select 1 from members where id = $1 for update', [memberId])
      await askForRooms(app.stranger(), email)
      await blocker.query('update members set can_access = false where id = $1', [memberId])
      await blocker.query('commit')
    } finally {
      blocker.release()
    }
    const mails = await roomLinksTo(app, email)
    expect(mails).toHaveLength(before + 1)
  })
})

describe('a browser that is known for entering', () => {
  it('stays known when it crosses to another room, again and again', async () => {
    const { one, two, client } = await withLaptop()
    await one.operator.entering(true)
    const known = client.device
    const tab = app.stranger()
    tab.proof = client.proof
    for (let times = 0; times < 2; times += 1) {
      const answer = await cross(tab, two.roomId)
      const cookies = answer.headers.getSetCookie()
      expect(cookies.map((cookie) => /Path=([^;]*)/.exec(cookie)?.[1])).toEqual([
        '/api/room/api/session/rooms',
        '/api/room/api/session/cross',
        '/api/room/api/session/oidc/complete',
      ])
      tab.device = cookies[0]?.split(';')[0]
      expect(tab.device).toMatch(/^sealroom-device-crossing=/)
    }
    const again = app.stranger()
    Object.assign(again, { device: known, proof: client.proof })
    const { json } = await cross(again, one.roomId)
    expect(json.step).toBeUndefined()
  })
})
