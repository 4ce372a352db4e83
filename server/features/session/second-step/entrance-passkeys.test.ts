import { beforeEach, describe, expect, it } from 'vitest'
import type { TestApp, TestPerson, TestRoom } from '../../../test/harness/test-app.ts'
import { messageMails } from '../../../test/scenarios/message-mails.ts'
import {
  addPasskey,
  elevateWith,
  listPasskeys,
  passkeyState,
} from '../../../test/scenarios/passkeys.ts'
import { another } from '../../../test/scenarios/session/second-steps.ts'
import { stepCodeTo } from '../../../test/scenarios/step-codes.ts'
import {
  detailsIn,
  entering as enteringAt,
  openEntrance,
} from '../../../test/second-step/entrance.ts'
import {
  post,
  proveByPasskey,
  secure,
  security,
  setRules,
  setUpPasskey,
} from '../../../test/second-step/second-step.ts'

const held = openEntrance()
let app: TestApp
let room: TestRoom
let person: TestPerson
beforeEach(() => {
  ;({ app, room, person } = held)
})

const entering = (whom: { readonly pin: string } = person) => enteringAt(held, whom)
const details = (kind: string) => detailsIn(held, kind)

describe('a passkey of the room', () => {
  it('lets its person in, and none of another room or person does', async () => {
    await secure(app, person.client, person.email)
    const passkey = await setUpPasskey(person.client)
    const { client, ways } = await entering()
    expect(ways).toEqual(['mail', 'passkey'])
    const elsewhere = await app.room()
    const stranger = await app.participant(elsewhere)
    await secure(app, stranger.client, stranger.email)
    const foreign = await setUpPasskey(stranger.client)
    const other = await another(app, room)
    await secure(app, other.client, other.email)
    for (const wrong of [foreign, await setUpPasskey(other.client)])
      expect((await proveByPasskey(client, wrong)).json.code).toBe('PASSKEY_REFUSED')
    expect((await client.list()).json.code).toBe('NOT_PROVEN')
    expect((await proveByPasskey(client, passkey)).json.status).toBe('OK')
    expect((await details('session.joined')).at(-1)).toMatchObject({
      step: true,
      stepBy: 'passkey',
    })
    expect(await details('session.step-refused')).toEqual([{ by: 'passkey' }, { by: 'passkey' }])
  })

  it('does not open the operator area if it was not added there', async () => {
    const { rows } = await app.database.pool.query('select email from members where id = $1', [
      room.operator.me.id,
    ])
    const client = app.stranger()
    await client.join(room.pin)
    await client.prove(await stepCodeTo(app, rows[0].email))
    await client.agree()
    await secure(app, client, rows[0].email)
    const passkey = await setUpPasskey(client)
    expect(await passkeyState(client)).toMatchObject({ count: 0 })
    await expect(elevateWith(client, passkey)).rejects.toThrow('NO_PASSKEY')
    expect((await security(client)).passkeys).toHaveLength(1)
  })

  it('is of the entrance alone also if the operator area was open when it was added in the dialog', async () => {
    const { operator } = room
    await setUpPasskey(operator)
    expect(await passkeyState(operator)).toMatchObject({ count: 0 })
    expect(await listPasskeys(operator)).toEqual([])
    expect((await security(operator)).passkeys).toHaveLength(1)
    const { record } = await addPasskey(operator)
    expect(await listPasskeys(operator)).toEqual([record])
    expect((await security(operator)).passkeys).toHaveLength(2)
    expect((await post(operator, '/passkeys/remove', { id: record.id })).json.status).toBe('OK')
    const mails = (await messageMails(app, ''))
      .filter(({ to }) => to.includes(operator.me.email))
      .map(({ text }) => text ?? '')
    expect(mails.filter((text) => text.includes('본인 확인에 쓰는 패스키가 추가'))).toHaveLength(1)
    expect(mails.filter((text) => text.includes('운영자 화면을 여는 패스키가 추가'))).toHaveLength(
      1,
    )
    expect(mails.filter((text) => text.includes('운영자 화면을 여는 패스키가 삭제'))).toHaveLength(
      1,
    )
  })

  it('stays for the entrance, and for that alone, when its operator is made a participant', async () => {
    await room.operator.setRole(person.memberId, 4)
    await person.client.elevate(await app.codeMailedTo(person.email))
    const passkey = await addPasskey(person.client)
    await setRules(room.operator, { proofs: 'strong' })
    await room.operator.setRole(person.memberId, 5)
    const { client, ways } = await entering()
    expect(ways).toEqual(['passkey'])
    expect((await proveByPasskey(client, passkey)).json.status).toBe('OK')
    await client.agree()
    const before = await app.codeMailedTo(person.email)
    await room.operator.setRole(person.memberId, 4)
    await expect.poll(() => app.codeMailedTo(person.email)).not.toBe(before)
    await expect(elevateWith(client, passkey)).rejects.toThrow('NO_PASSKEY')
    await client.elevate(await app.codeMailedTo(person.email))
    const fresh = await addPasskey(client)
    expect(await listPasskeys(client)).toEqual([fresh.record])
  })
})
