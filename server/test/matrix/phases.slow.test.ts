import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ErrorCode } from '../../../contract/core/errors.ts'
import { LIMITS } from '../../../contract/core/limits.ts'
import { OPERATIONS, type OperationName } from '../../../contract/registry.ts'
import { sendLinked } from '../fixtures/linked-file.ts'
import { makePdf } from '../fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestPerson, type TestRoom } from '../harness/test-app.ts'
import { type WireAnswer, WireClient } from '../harness/wire-client.ts'
import { secondOperator } from '../scenarios/endings.ts'
import { PASSKEY_URL } from '../scenarios/passkeys.ts'
import { askQuestion, attachFile } from '../scenarios/threads.ts'
import { answerTo, type MatrixRequest, type NamedObjects } from './authorization-calls.ts'
import { outcomeOf } from './authorization-outcome.ts'
import { inviteSigner, openNamed } from './authorization-room.ts'
import { ROWS } from './authorization-rows.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const ENDS_WITH_OPEN: ReadonlySet<OperationName> = new Set([
  'threads.create',
  'threads.update',
  'threads.import',
  'faq.publish',
  'faq.update',
  'faq.remove',
  'documents.upload',
  'documents.makeFolders',
  'structures.create',
  'structures.undo',
  'structures.templates',
  'structures.saveTemplate',
  'structures.removeTemplate',
  'expected.list',
  'expected.add',
  'expected.update',
  'expected.remove',
  'expected.fulfil',
  'proposals.propose',
  'proposals.own',
  'proposals.withdraw',
  'numbering.order',
  'numbering.renumber',
  'numbering.spot',
  'publishing.publish',
  'publishing.unpublish',
  'publishing.cancel',
  'publishing.updateFolder',
  'publishing.check',
  'documents.unfinished',
  'documents.rename',
  'documents.renameMany',
  'documents.stop',
  'documents.move',
  'documents.copy',
  'documents.remove',
  'documents.restore',
  'documents.destroy',
  'documents.conflicts',
  'documents.matches',
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

const ENDS_WITH_FROZEN: ReadonlySet<OperationName> = new Set([
  'threads.addEntry',
  'threads.move',
  'threads.fulfil',
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

const SIGNER_CHANGES: ReadonlySet<OperationName> = new Set(['signing.complete', 'signing.decline'])

const PHASES = ['destroyed', 'destroying', 'closed', 'frozen'] as const

const ACTORS = ['participant', 'operator', 'signer'] as const

const IN_CLOSED: Partial<Record<OperationName, ErrorCode>> = { 'ending.schedule': 'BAD_REQUEST' }

const ENDS_SESSIONS: ReadonlySet<OperationName> = new Set([
  'session.logout',
  'session.endOne',
  'session.endOthers',
  'signing.complete',
  'signing.decline',
])

function expectation(
  phase: (typeof PHASES)[number],
  actor: (typeof ACTORS)[number],
  name: OperationName,
): 'through' | 'ROOM_FROZEN' | 'ROOM_CLOSED' {
  if (phase === 'destroying' || phase === 'destroyed') return 'ROOM_CLOSED'
  if (actor === 'signer')
    return phase === 'closed' ? 'ROOM_CLOSED' : SIGNER_CHANGES.has(name) ? 'ROOM_FROZEN' : 'through'
  if (phase === 'closed' && actor === 'participant') return 'ROOM_CLOSED'
  if (ENDS_WITH_OPEN.has(name)) return 'ROOM_FROZEN'
  return phase === 'closed' && ENDS_WITH_FROZEN.has(name) ? 'ROOM_FROZEN' : 'through'
}

function mayWhenOpen(actor: (typeof ACTORS)[number], name: OperationName): boolean {
  const { reach } = ROWS[name]
  if (actor === 'signer') return reach === 'signer'
  if (
    reach === 'public' ||
    reach === 'signer' ||
    reach === 'apiKey' ||
    reach === 'administrator' ||
    reach === 'unproven'
  )
    return false
  return actor === 'operator' || reach === 'joined' || reach === 'agreed'
}

interface Asker {
  readonly client: WireClient
  readonly named: NamedObjects
}

describe('what a room lets happen', () => {
  let app: TestApp
  let named: NamedObjects
  let room: TestRoom
  let writer: TestPerson
  let signers = 0
  beforeAll(async () => {
    app = await startTestApp({ publicUrl: PASSKEY_URL })
    ;({ named, room, person: writer } = await openNamed(app))
  })
  afterAll(() => app.close())

  const setPhase = (phase: string) =>
    app.database.pool.query('update rooms set phase = $2, phase_at = now() where id = $1', [
      room.roomId,
      phase,
    ])

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
    if (operator) await client.elevate(operator.code)
    const linked = {
      toMember: await sendLinked(room.operator, '사용자에게.pdf', [email]),
      toOperators: await sendLinked(writer.client, '운영자에게.pdf'),
    }
    const threadId = operator ? named.threadId : await askQuestion(client)
    const threadFileId = operator
      ? named.threadFileId
      : await attachFile(client, '첨부.pdf', makePdf(1))
    return { client, named: { ...named, linked, threadId, threadFileId } }
  }

  /** Earlier requests prepare the last one. */
  async function lastRequestOf(
    { client, named: own }: Asker,
    name: OperationName,
  ): Promise<MatrixRequest> {
    let last: MatrixRequest | undefined
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
    const requests = new Map<OperationName, MatrixRequest>()
    let asker: Asker

    beforeAll(async () => {
      asker = await enter(actor)
      for (const { name } of operations)
        requests.set(
          name,
          await lastRequestOf(ENDS_SESSIONS.has(name) ? await enter(actor) : asker, name),
        )
    })

    async function askIn(
      phase: string,
      name: OperationName,
      isRefused: boolean,
    ): Promise<WireAnswer> {
      const { client, named: own } =
        !isRefused && ENDS_SESSIONS.has(name) ? await enter(actor) : asker
      await setPhase(phase)
      const request = requests.get(name)
      return isRefused && request ? answerTo(client, request) : ROWS[name].send(client, own)
    }

    it.each(PHASES)('that is %s', async (phase) => {
      // Earlier codes would otherwise count.
      await app.forgetFailures()
      app.clock.advance(LIMITS.stepAgainMs)
      for (const operation of operations) {
        const { name } = operation
        const expected = expectation(phase, actor, name)
        const answer = await askIn(phase, name, expected !== 'through')
        const outcome = outcomeOf(answer, operation, ROWS[name], expected)
        const isNamed = phase === 'closed' && outcome === IN_CLOSED[name]
        expect({ name, outcome: isNamed ? 'through' : outcome }).toEqual({
          name,
          outcome: expected,
        })
      }
    })
  })
})
