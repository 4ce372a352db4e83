import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ceremony } from '../../contract/features/signing.ts'
import { OPERATIONS, type OperationName } from '../../contract/registry.ts'
import type { Named } from './authorization-calls.ts'
import { inviteSigner, openNamed } from './authorization-room.ts'
import type { Row } from './authorization-row.ts'
import { ROWS } from './authorization-rows.ts'
import { PASSKEY_URL } from './passkeys.ts'
import { startTestApp, type TestApp, type TestRoom } from './test-app.ts'
import type { WireClient } from './wire-client.ts'

type ActorName =
  | 'stranger'
  | 'ended session'
  | 'unproven'
  | 'joined but not agreed'
  | 'participant'
  | 'blocked participant'
  | 'participant of another room'
  | 'operator without the code'
  | 'operator'
  | 'operator who views as a participant'
  | 'operator of another room'
  | 'signer'
  | 'signer of another document'

const ACTORS: readonly ActorName[] = [
  'stranger',
  'ended session',
  'unproven',
  'joined but not agreed',
  'participant',
  'blocked participant',
  'participant of another room',
  'operator without the code',
  'operator',
  'operator who views as a participant',
  'operator of another room',
  'signer',
  'signer of another document',
]

/** All that an operator may call who views the room as another person: what reads, what such reading is logged by, and its end. */
const WHILE_VIEWING_AS: ReadonlySet<OperationName> = new Set([
  'session.rights',
  'session.logout',
  'session.events',
  'rooms.info',
  'documents.list',
  'documents.outline',
  'documents.locate',
  'search.contents',
  'renditions.open',
  'renditions.manifest',
  'renditions.page',
  'renditions.text',
  'renditions.links',
  'renditions.find',
  'renditions.report',
  'renditions.close',
  'renditions.load',
])

/** What a session is for that waits for the mailed code, and no other. */
const WHILE_UNPROVEN: ReadonlySet<OperationName> = new Set(['session.prove', 'session.mailStepCode'])

/** What an actor must be answered: a status of refusal with its code, or that it gets through. */
function expectation(actor: ActorName, name: OperationName, { reach, names }: Row): number | 'through' {
  if (reach === 'public') return 'through'
  if (actor === 'signer') return reach === 'signer' ? 'through' : 401
  if (actor === 'signer of another document') return reach !== 'signer' ? 401 : names ? 404 : 'through'
  if (reach === 'signer') return 401
  if (actor === 'stranger' || actor === 'ended session' || actor === 'blocked participant') return 401
  if (actor === 'unproven') return reach === 'unproven' ? 'through' : 403
  if (actor === 'operator who views as a participant') return WHILE_VIEWING_AS.has(name) ? 'through' : 403
  if (WHILE_UNPROVEN.has(name)) return 404
  if (actor === 'joined but not agreed') return reach === 'joined' || reach === 'unproven' ? 'through' : 403
  const isOperator = actor.startsWith('operator')
  if ((reach === 'operator' || reach === 'raised') && !isOperator) return 403
  if (reach === 'raised' && actor === 'operator without the code') return 403
  return names && actor.endsWith('another room') ? 404 : 'through'
}

describe('who may call what', () => {
  let app: TestApp
  let named: Named
  let makeActor: Record<ActorName, () => Promise<WireClient>>

  beforeAll(async () => {
    app = await startTestApp({ publicUrl: PASSKEY_URL })
    const opened = await openNamed(app)
    named = opened.named
    const { room, person } = opened
    const other = await app.room()
    const enter = async (pin: string, agree = true): Promise<WireClient> => {
      const client = app.stranger()
      await client.join(pin)
      if (agree) await client.agree()
      return client
    }
    const raised = async (of: TestRoom): Promise<WireClient> => {
      const client = await enter(of.pin)
      await client.raise(of.code)
      return client
    }
    /** Somebody who is invited to a document of the room, and to a new one once they have acted. */
    const signerWith = (who: string, image?: number): (() => Promise<WireClient>) => {
      const client = app.stranger()
      return async () => {
        const { json } = await client.call('GET', '/esign/api/sign')
        const isInTurn = json.status === 'OK' && !(json.payload as Ceremony).doneAt
        if (!isInTurn) client.signer = await inviteSigner(app, room, who, image)
        return client
      }
    }
    const stranger = await app.participant(other)
    const blocked = await app.participant(room)
    const blockedSession = blocked.client
    await room.operator.setRight(blocked.memberId, 'access', false)
    makeActor = {
      stranger: async () => app.stranger(),
      'ended session': async () => {
        const client = await raised(room)
        await client.logout()
        return client
      },
      unproven: async () => {
        // Codes are mailed to one person, and no more than some an hour.
        await app.forgetFailures()
        await room.operator.entering(true)
        const client = await enter(person.pin, false)
        await room.operator.entering(false)
        return client
      },
      'joined but not agreed': () => enter(room.pin, false),
      participant: () => enter(person.pin),
      'blocked participant': async () => blockedSession,
      'participant of another room': () => enter(stranger.pin),
      'operator without the code': () => enter(room.pin),
      operator: () => raised(room),
      'operator who views as a participant': async () => (await raised(room)).viewerOf(person.memberId),
      'operator of another room': () => raised(other),
      signer: signerWith('signer', named.imageId),
      'signer of another document': signerWith('other'),
    }
  })
  afterAll(() => app.close())

  for (const operation of OPERATIONS) {
    const row = ROWS[operation.name]
    it(`${operation.name}: ${row.reach} [who-may]`, async () => {
      for (const actor of ACTORS) {
        const client = await makeActor[actor]()
        const answer = await row.send(client, named)
        const expected = expectation(actor, operation.name, row)
        const got = [401, 403, 404].includes(answer.http) ? answer.http : 'through'
        expect({ actor, got, text: expected === got ? '' : answer.text.slice(0, 200) }).toEqual({ actor, got: expected, text: '' })
        if (expected !== 'through') expect(answer.json.status).toBe('EXCEPTION')
        // An answer to HEAD has no body.
        if (expected === 403 && actor === 'unproven' && answer.text !== '') expect(answer.json.code).toBe('NOT_PROVEN')
        if (expected === 403 && actor.includes('views as') && answer.text !== '') expect(answer.json.code).toBe('VIEW_AS_READ_ONLY')
      }
    })
  }

  it('has no row for an operation that is gone', () => {
    expect(Object.keys(ROWS).sort()).toEqual(OPERATIONS.map(({ name }) => name).sort())
  })
})
