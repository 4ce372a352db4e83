import { describe, expect, it } from 'vitest'
import { untilLocked } from '../../../test/harness/until-locked.ts'
import type { WireAnswer } from '../../../test/harness/wire-client.ts'
import {
  cross,
  inviteAddress,
  proveAddress,
  stepCodeTo,
} from '../../../test/scenarios/step-codes.ts'
import { detailsIn, entering, openEntrance } from '../../../test/second-step/entrance.ts'
import {
  appCode,
  post,
  proveByApp,
  secure,
  setRules,
  setUpApp,
  startApp,
} from '../../../test/second-step/second-step.ts'

const STEP = 30_000
const held = openEntrance()

async function holdCode(sessionOf: number): Promise<() => Promise<void>> {
  const holder = await held.app.database.pool.connect()
  await holder.query('begin')
  const waiting =
    'select 1 from step_codes where session_id in (select id from sessions where member_id = $1) for update'
  await holder.query(waiting, [sessionOf])
  return async () => {
    await holder.query('commit')
    holder.release()
  }
}

describe('the log of an entry that waited for its second step', () => {
  it('names the mailed link by which it began, and no address that was confirmed', async () => {
    const { app, room, person } = held
    const key = await setUpApp(app, person.client, person.email)
    app.clock.advance(STEP)
    await setRules(room.operator, { proofs: 'strong' })
    await app.spendBudget()
    await app.stranger().findPin(person.email)
    const client = app.stranger()
    expect(
      (await client.joinByLink(await app.entryLinkMailedTo(person.email))).json.step,
    ).toMatchObject({ ways: ['app'] })
    expect((await proveByApp(client, appCode(key, app.clock.now()))).json.status).toBe('OK')
    expect((await detailsIn(held, 'session.joined')).at(-1)).toEqual({
      by: 'link',
      device: 'new',
      step: true,
      stepBy: 'app',
    })
  })

  it('names a confirmed address where there was one', async () => {
    const { app, room, person } = held
    const elsewhere = await app.room()
    await inviteAddress(elsewhere, person.email)
    const browser = app.stranger()
    await proveAddress(app, browser, person.email)
    const { json } = await cross(browser, room.roomId)
    browser.session = json.payload as NonNullable<typeof browser.session>
    expect((await browser.prove(await stepCodeTo(app, person.email))).json.status).toBe('OK')
    expect((await detailsIn(held, 'session.joined')).at(-1)).toEqual({
      by: 'proof',
      device: 'new',
      step: true,
    })
  })
})

describe('an entry by a mailed code does not keep its device as known', () => {
  const lockedOnes = `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`

  async function isAskedAfter(change: () => Promise<WireAnswer>): Promise<boolean> {
    const { app, person } = held
    const { client } = await entering(held)
    const code = await stepCodeTo(app, person.email)
    const release = await holdCode(person.memberId)
    const proven = client.prove(code)
    await untilLocked(app)
    let isOver = false
    const changed = change().finally(() => {
      isOver = true
    })
    await expect
      .poll(async () => isOver || (await app.database.pool.query(lockedOnes)).rows[0].count === 2)
      .toBe(true)
    await release()
    expect([(await proven).json.status, (await changed).json.status]).toEqual(['OK', 'OK'])
    return (await client.join(person.pin)).json.step !== undefined
  }

  it('if the room begins to require strong proofs meanwhile', async () => {
    await setUpApp(held.app, held.person.client, held.person.email)
    expect(await isAskedAfter(() => setRules(held.room.operator, { proofs: 'strong' }))).toBe(true)
  })

  it('if the first app of its person is confirmed meanwhile', async () => {
    const { app, person } = held
    await secure(app, person.client, person.email)
    const { key } = await startApp(person.client)
    const confirm = () =>
      post(person.client, '/app/confirm', { code: appCode(key, app.clock.now()) })
    expect(await isAskedAfter(confirm)).toBe(true)
  })
})
