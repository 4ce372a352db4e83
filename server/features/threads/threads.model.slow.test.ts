import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../test/harness/wire-client.ts'
import { secondOperator } from '../../test/scenarios/endings.ts'
import { moveInto, newGroup } from '../../test/scenarios/groups.ts'
import {
  configure,
  enter,
  giveRole,
  listed,
  move,
  opened,
  written,
} from '../../test/scenarios/threads.ts'

/** This description shares nothing with the product's table. */
const MODEL: Readonly<Record<string, readonly string[]>> = {
  submitter: [
    ...[
      'DRAFT>SUBMITTED',
      'DRAFT>WITHDRAWN',
      'SUBMITTED>WITHDRAWN',
      'ASSIGNED>WITHDRAWN',
      'RETURNED>SUBMITTED',
      'RETURNED>WITHDRAWN',
    ],
    ...['DELIVERED>CLOSED', 'DELIVERED>SUBMITTED', 'CLOSED>SUBMITTED'],
  ],
  operator: [
    ...[
      'SUBMITTED>SUBMITTED',
      'SUBMITTED>ASSIGNED',
      'SUBMITTED>RETURNED',
      'SUBMITTED>CLOSED',
      'ASSIGNED>ASSIGNED',
      'ASSIGNED>SUBMITTED',
    ],
    ...[
      'ASSIGNED>RETURNED',
      'ASSIGNED>CLOSED',
      'ANSWERED>ASSIGNED',
      'ANSWERED>APPROVED',
      'APPROVED>DELIVERED',
      'APPROVED>ASSIGNED',
    ],
    'DELIVERED>CLOSED',
  ],
  expert: ['ASSIGNED>SUBMITTED'],
  author: [],
  rival: [],
}

const STATES = [
  'SUBMITTED',
  'ASSIGNED',
  'APPROVED',
  'DELIVERED',
  'CLOSED',
  'RETURNED',
  'WITHDRAWN',
] as const
const ACTORS = ['submitter', 'author', 'operator', 'second', 'expert', 'rival'] as const
type ActorName = (typeof ACTORS)[number]

const SHOWN: Readonly<Record<string, string>> = {
  SUBMITTED: 'IN_PROGRESS',
  ASSIGNED: 'IN_PROGRESS',
  ANSWERED: 'IN_PROGRESS',
  APPROVED: 'IN_PROGRESS',
}

interface Model {
  state: string
  isAssigned: boolean
  answeredBy: ActorName | undefined
  answers: number
}

const isOperator = (actor: ActorName): boolean => actor === 'operator' || actor === 'second'

function moves(model: Model, actor: ActorName, to: string): boolean {
  const may =
    MODEL[isOperator(actor) ? 'operator' : actor]?.includes(`${model.state}>${to}`) === true
  const sees = actor !== 'expert' || (model.isAssigned && model.state !== 'DRAFT')
  const isOwnAnswer = to === 'APPROVED' && model.answeredBy === actor
  if (!may || !sees || isOwnAnswer) return false
  if (to === 'DELIVERED') model.answers += 1
  if (to === 'ASSIGNED') model.isAssigned = true
  if (model.state === 'ASSIGNED' && to === 'SUBMITTED') model.isAssigned = false
  model.state = to
  return true
}

function writes(model: Model, actor: ActorName, kind: string): boolean {
  const isAnswering = isOperator(actor) || (actor === 'expert' && model.isAssigned)
  if (model.state === 'DRAFT' || model.state === 'WITHDRAWN') return false
  if (kind === 'NOTE') return isAnswering
  if (kind === 'ANSWER') {
    if (!isAnswering || !['SUBMITTED', 'ASSIGNED', 'ANSWERED'].includes(model.state)) return false
    model.state = 'ANSWERED'
    model.answeredBy = actor
    return true
  }
  if (actor !== 'submitter') return false
  const after: Readonly<Record<string, string>> = {
    RETURNED: 'SUBMITTED',
    DELIVERED: 'SUBMITTED',
    CLOSED: 'SUBMITTED',
  }
  if (model.state === 'ANSWERED' || model.state === 'APPROVED')
    model.state = model.isAssigned ? 'ASSIGNED' : 'SUBMITTED'
  else model.state = after[model.state] ?? model.state
  return true
}

describe('the states of a question', () => {
  let app: TestApp
  let room: TestRoom
  let clients: Record<ActorName, WireClient>
  let expert: TestPerson

  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
    const submitter = await app.participant(room, '제출')
    const author = await app.participant(room, '작성')
    const rival = await app.participant(room, '경쟁')
    expert = await app.participant(room, '전문')
    await moveInto(room, await newGroup(room, '매수인', 'view'), [submitter, author])
    await moveInto(room, await newGroup(room, '경쟁자', 'view'), [rival])
    const made = await room.operator.call('POST', '/room/api/group', {
      body: { roomId: room.roomId, name: '전문가', kind: 'experts' },
    })
    await moveInto(room, (made.json.payload as { id: number }).id, [expert])
    await giveRole(room, [author], 'author')
    await configure(room, { approval: true })
    const { pin, code } = await secondOperator(app, room)
    const second = app.stranger()
    await second.join(pin)
    await second.agree()
    await second.elevate(code)
    clients = {
      submitter: submitter.client,
      author: author.client,
      rival: rival.client,
      expert: expert.client,
      operator: room.operator,
      second,
    }
  })
  afterAll(() => app.close())

  const action = fc.oneof(
    fc.record({ actor: fc.constantFrom(...ACTORS), to: fc.constantFrom(...STATES) }),
    fc.record({
      actor: fc.constantFrom(...ACTORS),
      kind: fc.constantFrom('QUESTION', 'ANSWER', 'NOTE'),
    }),
  )

  async function act(
    id: string,
    { actor, ...asked }: { actor: ActorName; to?: string; kind?: string },
  ): Promise<WireAnswer> {
    const client = clients[actor]
    if (asked.kind !== undefined) return enter(client, id, asked.kind, '본문')
    const assigned = asked.to === 'ASSIGNED' ? { assignee: expert.memberId } : {}
    const isOfGroup =
      actor === 'submitter' || actor === 'author' || actor === 'rival' || actor === 'expert'
    return move(client, id, asked.to ?? '', { reason: '사유', ...(isOfGroup ? {} : assigned) })
  }

  it('are those of the reference model after each act of each actor, and its group sees no others', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 14 }), async (actions) => {
        const { id } = await written(clients.submitter, { state: 'DRAFT' })
        const model: Model = {
          state: 'DRAFT',
          isAssigned: false,
          answeredBy: undefined,
          answers: 0,
        }
        for (const each of [{ actor: 'submitter', to: 'SUBMITTED' } as const, ...actions]) {
          const isAllowed =
            'to' in each ? moves(model, each.actor, each.to) : writes(model, each.actor, each.kind)
          const answer = await act(id, each)
          expect({ ...each, ok: answer.json.status === 'OK' }).toEqual({ ...each, ok: isAllowed })
          expect(answer.http).toBeLessThan(500)
          if (each.actor === 'rival') expect(answer.http).toBe(404)
          const [seen, inside] = [
            await opened(clients.submitter, id),
            await opened(clients.operator, id),
          ]
          expect({ ...each, state: inside.state }).toEqual({ ...each, state: model.state })
          expect(seen.state).toBe(SHOWN[model.state] ?? model.state)
          expect(seen.entries.filter(({ kind }) => kind === 'ANSWER')).toHaveLength(model.answers)
          expect(seen.entries.some(({ kind }) => kind === 'NOTE')).toBe(false)
          expect(
            seen.can.moves.every((to) => MODEL['submitter']?.includes(`${model.state}>${to}`)),
          ).toBe(true)
        }
        expect(await listed(clients.rival)).toEqual([])
      }),
      {
        numRuns: Number(process.env['THREAD_HISTORIES'] ?? 25),
        seed: Number(process.env['THREAD_SEED'] ?? 11),
      },
    )
  })
})
