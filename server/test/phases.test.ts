import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { OPERATIONS, type OperationName } from '../../contract/registry.ts'
import type { Named } from './authorization-calls.ts'
import { inviteSigner, openNamed } from './authorization-room.ts'
import { ROWS } from './authorization-rows.ts'
import { secondOperator } from './endings.ts'
import { PASSKEY_URL } from './passkeys.ts'
import { startTestApp, type TestApp, type TestRoom } from './test-app.ts'
import { WireClient } from './wire-client.ts'

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

const PHASES = ['frozen', 'closed', 'destroying', 'destroyed'] as const
type Request = Parameters<WireClient['fetch']>

const ACTORS = ['participant', 'operator', 'signer'] as const

type Outcome = 'through' | 'ROOM_FROZEN' | 'ROOM_CLOSED'

/** What somebody must be answered who gets through in an open room. */
function expectation(phase: (typeof PHASES)[number], actor: (typeof ACTORS)[number], name: OperationName): Outcome {
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

describe('what a room lets happen', () => {
  let app: TestApp
  let named: Named
  let room: TestRoom
  let signers = 0
  /** Not the one by whom the rows of the matrix prepare what they ask for: their sessions stay. */
  let operator: Awaited<ReturnType<typeof secondOperator>>
  beforeAll(async () => {
    app = await startTestApp({ publicUrl: PASSKEY_URL })
    ;({ named, room } = await openNamed(app))
    operator = await secondOperator(app, room)
  })
  afterAll(() => app.close())

  const setPhase = (phase: string) =>
    app.database.pool.query('update rooms set phase = $2, phase_at = now() where id = $1', [room.roomId, phase])

  async function enter(actor: (typeof ACTORS)[number]): Promise<WireClient> {
    await setPhase('open')
    const client = app.stranger()
    if (actor === 'signer') {
      signers += 1
      client.signer = await inviteSigner(app, room, `signer${signers}`, named.imageId)
      return client
    }
    if (actor === 'participant') return (await app.participant(room)).client
    await client.join(operator.pin)
    await client.agree()
    await client.raise(operator.code)
    return client
  }

  /** What a row does in an open room, of which its last request is made once more, by another session in the phase. */
  async function lastRequestOf(client: WireClient, name: OperationName): Promise<Request> {
    let last: Request | undefined
    client.fetch = (...request) => {
      last = request
      return WireClient.prototype.fetch.apply(client, request)
    }
    await setPhase('open')
    await ROWS[name].send(client, named)
    if (!last) throw new Error(`${name} asks for nothing`)
    return last
  }

  async function refusalIn(phase: string, client: WireClient, request: Request): Promise<Outcome | 'refused'> {
    await setPhase(phase)
    const response = await client.fetch(...request)
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    const text = isJson ? await response.text() : ''
    if (!isJson) await response.body?.cancel()
    // An answer to HEAD has no body.
    if (request[0] === 'HEAD' && (response.status === 401 || response.status === 403)) return 'refused'
    return (/"code":"(ROOM_FROZEN|ROOM_CLOSED)"/.exec(text)?.[1] as Outcome | undefined) ?? 'through'
  }

  for (const phase of PHASES)
    for (const actor of ACTORS)
      it(`that is ${phase}, to a ${actor}`, async () => {
        let [asker, doer] = [await enter(actor), await enter(actor)]
        for (const { name } of OPERATIONS.filter((operation) => mayWhenOpen(actor, operation.name))) {
          const request = await lastRequestOf(doer, name)
          // What ends sessions, or a link, needs a new one behind it.
          const isOver = name === 'session.logout' || name.startsWith('session.end')
          if (isOver) asker = await enter(actor)
          const refused = await refusalIn(phase, asker, request)
          const expected = expectation(phase, actor, name)
          expect({ name, refused }).toEqual({ name, refused: refused === 'refused' && expected !== 'through' ? 'refused' : expected })
          if (isOver || actor === 'signer') [asker, doer] = [await enter(actor), await enter(actor)]
        }
        await setPhase('open')
      })
})
