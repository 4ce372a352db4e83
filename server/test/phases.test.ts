import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ErrorCode } from '../../contract/core/errors.ts'
import { OPERATIONS, type OperationName } from '../../contract/registry.ts'
import { answerTo, type Named, type Request } from './authorization-calls.ts'
import { outcomeOf } from './authorization-outcome.ts'
import { inviteSigner, openNamed } from './authorization-room.ts'
import { ROWS } from './authorization-rows.ts'
import { secondOperator } from './endings.ts'
import { sendLinked } from './linked-file.ts'
import { PASSKEY_URL } from './passkeys.ts'
import { type Person, startTestApp, type TestApp, type TestRoom } from './test-app.ts'
import { type Answer, WireClient } from './wire-client.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** What changes the content of a room, which is done in an open one alone. */
const CHANGES: ReadonlySet<OperationName> = new Set([
  'documents.upload',
  'documents.makeFolders',
  'documents.unfinished',
  'documents.rename',
  'documents.move',
  'documents.copy',
  'documents.remove',
  'documents.restore',
  'documents.destroy',
  'documents.conflicts',
  'documents.restoreVersion',
  'uploads.capabilities',
  'uploads.create',
  'uploads.state',
  'uploads.append',
  'uploads.terminate',
  'compose.upload',
  'compose.adopt',
  'compose.updateUpload',
  'compose.addDocInfo',
  'compose.removeDocInfo',
  'compose.addInvite',
  'compose.addInviteAll',
  'compose.addInviteBulk',
  'compose.remind',
  'compose.cancel',
  'compose.copy',
  'compose.remove',
  'compose.sealAgain',
  'compose.keep',
  'compose.uploadImage',
])

/** What is for people among whom there are participants, who have nothing of a closed room. */
const TALK: ReadonlySet<OperationName> = new Set([
  'messages.sendByUser',
  'messages.getRoomUsers',
  'messages.sendByManager',
  'messages.attachFileMail',
  'messages.sendAgain',
  'session.viewAs',
  'drafts.read',
  'drafts.keep',
  'drafts.drop',
])

/** What a signer does, beside looking. */
const SIGNS: ReadonlySet<OperationName> = new Set(['signing.complete', 'signing.decline'])

/** The furthest first: what a phase refuses leaves everything as it is, for the phases behind it. */
const PHASES = ['destroyed', 'destroying', 'closed', 'frozen'] as const

const ACTORS = ['participant', 'operator', 'signer'] as const

/** What names something that is gone once the request was made: the same request finds nothing in an open room, either. */
/** Why a closed room refuses a request for itself: the time at which it is to close is over. */
const IN_CLOSED: Partial<Record<OperationName, ErrorCode>> = { 'ending.schedule': 'BAD_REQUEST' }

/** What ends sessions, or a link: whoever does it in a phase that lets it happen is somebody who came for that alone. */
const ENDS: ReadonlySet<OperationName> = new Set([
  'session.logout',
  'session.endOne',
  'session.endOthers',
  'signing.complete',
  'signing.decline',
])

/** What somebody must be answered who gets through in an open room. */
function expectation(
  phase: (typeof PHASES)[number],
  actor: (typeof ACTORS)[number],
  name: OperationName,
): 'through' | 'ROOM_FROZEN' | 'ROOM_CLOSED' {
  if (phase === 'destroying' || phase === 'destroyed') return 'ROOM_CLOSED'
  if (actor === 'signer') return phase === 'closed' ? 'ROOM_CLOSED' : SIGNS.has(name) ? 'ROOM_FROZEN' : 'through'
  if (phase === 'closed' && actor === 'participant') return 'ROOM_CLOSED'
  if (CHANGES.has(name)) return 'ROOM_FROZEN'
  return phase === 'closed' && TALK.has(name) ? 'ROOM_FROZEN' : 'through'
}

/** Who gets through in an open room. */
function mayWhenOpen(actor: (typeof ACTORS)[number], name: OperationName): boolean {
  const { reach } = ROWS[name]
  if (actor === 'signer') return reach === 'signer'
  if (reach === 'public' || reach === 'signer' || reach === 'unproven') return false
  return actor === 'operator' || reach === 'joined' || reach === 'agreed'
}

interface Asker {
  readonly client: WireClient
  readonly named: Named
}

describe('what a room lets happen', () => {
  let app: TestApp
  let named: Named
  let room: TestRoom
  let writer: Person
  let signers = 0
  beforeAll(async () => {
    app = await startTestApp({ publicUrl: PASSKEY_URL })
    ;({ named, room, person: writer } = await openNamed(app))
  })
  afterAll(() => app.close())

  const setPhase = (phase: string) =>
    app.database.pool.query('update rooms set phase = $2, phase_at = now() where id = $1', [room.roomId, phase])

  /** Somebody new, who ends no session but their own, and to whom a message with a file was mailed. */
  async function enter(actor: (typeof ACTORS)[number]): Promise<Asker> {
    await setPhase('open')
    const client = app.stranger()
    if (actor === 'signer') {
      signers += 1
      client.signer = await inviteSigner(app, room, `signer${signers}`, named.imageId)
      return { client, named }
    }
    const operator = actor === 'operator' ? await secondOperator(app, room) : undefined
    const { pin, email, memberId } = operator ?? (await app.participant(room))
    await room.operator.setRight(memberId, 'download', true)
    await client.join(pin)
    await client.agree()
    if (operator) await client.raise(operator.code)
    const linked = {
      toMember: await sendLinked(room.operator, '사용자에게.pdf', [email]),
      toOperators: await sendLinked(writer.client, '운영자에게.pdf'),
    }
    return { client, named: { ...named, linked } }
  }

  /** The last request of a row in an open room, which asks for what it is about. */
  async function lastRequestOf({ client, named: own }: Asker, name: OperationName): Promise<Request> {
    let last: Request | undefined
    client.fetch = (...request) => {
      last = request
      return WireClient.prototype.fetch.apply(client, request)
    }
    await ROWS[name].send(client, own)
    if (!last) throw new Error(`${name} asks for nothing`)
    return last
  }

  describe.each(ACTORS)('to a %s', (actor) => {
    const operations = OPERATIONS.filter(({ name }) => mayWhenOpen(actor, name))
    const requests = new Map<OperationName, Request>()
    let asker: Asker

    beforeAll(async () => {
      asker = await enter(actor)
      for (const { name } of operations) requests.set(name, await lastRequestOf(ENDS.has(name) ? await enter(actor) : asker, name))
    })

    /** What a phase refuses is asked for as it was in the open room, since what the row would prepare for it cannot be prepared any more. */
    async function askIn(phase: string, name: OperationName, isRefused: boolean): Promise<Answer> {
      const { client, named: own } = !isRefused && ENDS.has(name) ? await enter(actor) : asker
      // A request before may have moved the room.
      await setPhase(phase)
      const request = requests.get(name)
      return isRefused && request ? answerTo(client, request) : ROWS[name].send(client, own)
    }

    it.each(PHASES)('that is %s', async (phase) => {
      // The wrong codes of the phase before would count.
      await app.forgetFailures()
      for (const operation of operations) {
        const { name } = operation
        const expected = expectation(phase, actor, name)
        const answer = await askIn(phase, name, expected !== 'through')
        const outcome = outcomeOf(answer, operation, ROWS[name], expected)
        const isNamed = phase === 'closed' && outcome === IN_CLOSED[name]
        expect({ name, outcome: isNamed ? 'through' : outcome }).toEqual({ name, outcome: expected })
      }
    })
  })
})
