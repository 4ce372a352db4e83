import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { OPERATIONS, type OperationName } from '../../../contract/registry.ts'
import { administrator } from '../console/console-client.ts'
import { startTestApp, type TestApp, type TestRoom } from '../harness/test-app.ts'
import type { WireClient } from '../harness/wire-client.ts'
import { programClient } from '../programs/program-client.ts'
import { contentOperator } from '../scenarios/content-operator.ts'
import { PASSKEY_URL } from '../scenarios/passkeys.ts'
import type { NamedObjects } from './authorization-calls.ts'
import { type MatrixOutcome, outcomeOf } from './authorization-outcome.ts'
import { inviteSigner, openNamed } from './authorization-room.ts'
import type { AuthorizationRow } from './authorization-row.ts'
import { ROWS } from './authorization-rows.ts'

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
  | 'operator of content'
  | 'operator who views as a participant'
  | 'operator of another room'
  | 'signer'
  | 'signer of another document'
  | 'program'
  | 'program without the scope'
  | 'administrator'
  | 'ended administrator'

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
  'operator of content',
  'operator who views as a participant',
  'operator of another room',
  'signer',
  'signer of another document',
  'program',
  'program without the scope',
  'administrator',
  'ended administrator',
]

function isSigner(actor: ActorName): boolean {
  return actor === 'signer' || actor === 'signer of another document'
}

/** Views allow reads, their logging, and the end of the view. */
const WHILE_VIEWING_AS: ReadonlySet<OperationName> = new Set([
  'session.rights',
  'session.logout',
  'session.events',
  'rooms.info',
  'brand.logo',
  'numbering.find',
  'documents.list',
  'documents.outline',
  'documents.locate',
  'documents.chosen',
  'search.contents',
  'threads.list',
  'threads.read',
  'threads.prepareFile',
  'threads.filePage',
  'threads.own',
  'threads.views',
  'topics.list',
  'faq.list',
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

const ENDS_SESSIONS: Partial<Record<OperationName, (actor: ActorName) => boolean>> = {
  'session.agree': (actor) => actor === 'joined but not agreed',
  'session.logout': (actor) => !isSigner(actor),
  'session.endOne': (actor) => !isSigner(actor),
  'session.endOthers': (actor) => !isSigner(actor),
  'signing.complete': isSigner,
  'signing.decline': isSigner,
  'console.signOff': (actor) => actor === 'administrator',
}

const WHILE_UNPROVEN: ReadonlySet<OperationName> = new Set([
  'session.prove',
  'session.mailStepCode',
  'session.stepOptions',
  'session.proveStep',
])

/** Operations that are missing here require full operators. */
const OF_CONTENT: ReadonlySet<string> = new Set([
  'session',
  'security',
  'passkeys',
  'documents',
  'uploads',
  'renditions',
  'search',
  'guides',
  'preferences',
  'news',
  'structures',
  'expected',
])
const ALSO_OF_CONTENT: ReadonlySet<OperationName> = new Set([
  'numbering.order',
  'numbering.find',
  'numbering.spot',
  'disclosure.index',
  'disclosure.selection',
  'rooms.info',
  'brand.logo',
  'agreement.read',
  'agreement.page',
  'agreement.accept',
  'publishing.staged',
  'publishing.check',
  'submissions.own',
  'activity.own',
  'activity.exportOwn',
  'activity.checkpoint',
])
const OF_OTHERS: ReadonlySet<OperationName> = new Set([
  'uploads.state',
  'uploads.append',
  'uploads.terminate',
  'messages.file',
  'messages.fileTicket',
])
const NOT_OF_CONTENT: ReadonlySet<OperationName> = new Set([
  'documents.remove',
  'documents.destroy',
  'structures.undo',
  'session.viewAs',
  'security.reset',
  'security.rules',
  'security.updateRules',
])

const isOfContent = (name: OperationName): boolean =>
  ALSO_OF_CONTENT.has(name) ||
  (OF_CONTENT.has(name.split('.')[0] ?? '') && !NOT_OF_CONTENT.has(name))

const isAdministrator = (actor: ActorName): boolean => actor.endsWith('administrator')

const isProgram = (actor: ActorName): boolean => actor.startsWith('program')

function ofPrograms(actor: ActorName): MatrixOutcome {
  if (!isProgram(actor)) return 'API_KEY'
  return actor === 'program' ? 'through' : 'API_KEY_SCOPE'
}

function expectation(
  actor: ActorName,
  name: OperationName,
  { reach, names, inArea }: AuthorizationRow,
): MatrixOutcome {
  if (reach === 'public') return 'through'
  if (reach === 'apiKey') return ofPrograms(actor)
  if (reach === 'administrator') return actor === 'administrator' ? 'through' : 'CONSOLE_SESSION'
  if (reach === 'signer' && !isSigner(actor)) return 'SIGN_LINK'
  if (reach === 'signer') return names && actor !== 'signer' ? 'NOT_FOUND' : 'through'
  if (isSigner(actor) || isProgram(actor) || isAdministrator(actor) || actor === 'stranger')
    return 'NO_SESSION'
  if (actor === 'ended session') return 'SESSION_ENDED'
  if (actor === 'blocked participant') return 'ACCESS_BLOCKED'
  if (actor === 'unproven') return reach === 'unproven' ? 'through' : 'NOT_PROVEN'
  if (actor === 'operator who views as a participant')
    return WHILE_VIEWING_AS.has(name) ? 'through' : 'VIEW_AS_READ_ONLY'
  if (WHILE_UNPROVEN.has(name)) return 'NOT_FOUND'
  if (actor === 'joined but not agreed')
    return reach === 'joined' || reach === 'unproven' ? 'through' : 'NOT_AGREED'
  if ((reach === 'operator' || reach === 'raised') && !actor.startsWith('operator'))
    return 'NOT_OPERATOR'
  if ((reach === 'raised' || inArea) && actor === 'operator without the code') return 'NOT_RAISED'
  if (actor === 'operator of content' && OF_OTHERS.has(name)) return 'NOT_FOUND'
  if (actor === 'operator of content' && !isOfContent(name)) return 'RIGHTS_DENIED'
  return names && actor.endsWith('another room') ? 'NOT_FOUND' : 'through'
}

/** The statuses are independent of the server's table. */
const STATUSES: Partial<Record<MatrixOutcome, number>> = {
  API_KEY: 401,
  CONSOLE_SESSION: 401,
  API_KEY_SCOPE: 403,
  NO_SESSION: 401,
  SESSION_ENDED: 401,
  NOT_OPERATOR: 403,
  NOT_RAISED: 403,
  NOT_FOUND: 404,
  RIGHTS_DENIED: 403,
}

describe('who may call what', () => {
  let app: TestApp
  let named: NamedObjects
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
    const elevated = async (of: TestRoom): Promise<WireClient> => {
      const client = await enter(of.pin)
      await client.elevate(of.code)
      return client
    }
    const signerWith = async (who: string, image?: number): Promise<WireClient> => {
      const client = app.stranger()
      client.signer = await inviteSigner(app, room, who, image)
      return client
    }
    const stranger = await app.participant(other)
    const blocked = await app.participant(room)
    const blockedSession = blocked.client
    const content = await contentOperator(app, room)
    await room.operator.setRight(blocked.memberId, 'access', false)
    makeActor = {
      stranger: async () => app.stranger(),
      'ended session': async () => {
        const client = await elevated(room)
        await client.logout()
        return client
      },
      unproven: async () => {
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
      operator: () => elevated(room),
      'operator of content': async () => {
        const client = await enter(content.pin)
        await client.elevate(content.code)
        return client
      },
      'operator who views as a participant': async () =>
        (await elevated(room)).viewerOf(person.memberId),
      'operator of another room': () => elevated(other),
      signer: () => signerWith('signer', named.imageId),
      'signer of another document': () => signerWith('other'),
      program: () => programClient(app),
      'program without the scope': () => programClient(app, []),
      administrator: async () => (await administrator(app)).client,
      'ended administrator': async () => {
        const { client, id } = await administrator(app)
        await app.program.administrators.remove(id)
        return client
      },
    }
  })
  afterAll(() => app.close())

  const sessions = new Map<ActorName, WireClient>()
  async function sessionOf(actor: ActorName): Promise<WireClient> {
    const client = sessions.get(actor) ?? (await makeActor[actor]())
    sessions.set(actor, client)
    return client
  }
  const endSessions = (name: OperationName) => {
    for (const actor of ACTORS.filter((each) => ENDS_SESSIONS[name]?.(each))) sessions.delete(actor)
  }
  /** Later actors must not be blocked. */
  async function forget(actor: ActorName, { reach }: AuthorizationRow): Promise<void> {
    if (reach === 'public' || reach === 'unproven') await app.forgetFailures()
    if (actor === reach && reach !== 'administrator') app.clock.advance(LIMITS.stepAgainMs)
  }

  for (const operation of OPERATIONS) {
    const row = ROWS[operation.name]
    it(`${operation.name}: ${row.reach} [who-may]`, async () => {
      await app.forgetFailures()
      endSessions(operation.name)
      for (const actor of ACTORS) {
        const client = await sessionOf(actor)
        await forget(actor, row)
        const answer = await row.send(client, named)
        const expected = expectation(actor, operation.name, row)
        expect({ actor, answer: outcomeOf(answer, operation, row, expected) }).toEqual({
          actor,
          answer: expected,
        })
        if (expected in STATUSES)
          expect({ actor, http: answer.http }).toEqual({ actor, http: STATUSES[expected] })
        // A wrong secret or missing target fails for every actor.
        if (row.refused)
          expect({ actor, status: answer.json.status }).toEqual({ actor, status: 'EXCEPTION' })
      }
      endSessions(operation.name)
    })
  }

  it('has no row for an operation that is gone', () => {
    expect(Object.keys(ROWS).sort()).toEqual(OPERATIONS.map(({ name }) => name).sort())
  })
})
