import { LIMITS, ROLE } from '../../../contract/core/limits.ts'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import type { read } from '../../../contract/features/ending.ts'
import { eventually } from '../harness/eventually.ts'
import { runJob } from '../harness/run-job.ts'
import type { TestApp, TestPerson, TestRoom } from '../harness/test-app.ts'
import { type WireAnswer, WireClient } from '../harness/wire-client.ts'

const ENDING = '/room/api/room/ending'

export const ending = {
  read: async (client: WireClient) =>
    (await client.call('GET', `${ENDING}/${client.me.roomId}`)).json.payload as PayloadOut<
      typeof read
    >,
  move: (client: WireClient, phase: string): Promise<WireAnswer> =>
    client.call('PUT', `${ENDING}/phase`, { body: { id: client.me.roomId, phase } }),
  schedule: (client: WireClient, closesAt: Date | null): Promise<WireAnswer> =>
    client.call('PUT', `${ENDING}/schedule`, { body: { id: client.me.roomId, closesAt } }),
  ask: (client: WireClient, roomNo: string, code: string): Promise<WireAnswer> =>
    client.call('POST', `${ENDING}/destruction`, { body: { id: client.me.roomId, roomNo, code } }),
  confirm: (client: WireClient, roomNo: string, code: string): Promise<WireAnswer> =>
    client.call('POST', `${ENDING}/destruction/confirm`, {
      body: { id: client.me.roomId, roomNo, code },
    }),
  withdraw: (client: WireClient): Promise<WireAnswer> =>
    client.call('DELETE', `${ENDING}/destruction`, { body: { id: client.me.roomId } }),
}

export async function secondOperator(
  app: TestApp,
  room: TestRoom,
  name = '박운영',
): Promise<TestPerson & { readonly code: string }> {
  const person = await app.participant(room, name)
  await room.operator.setRole(person.memberId, ROLE.operator)
  const code = await app.codeMailedTo(person.email)
  await person.client.elevate(code)
  return { ...person, code }
}

export const look = (app: TestApp): Promise<void> => runJob(app, 'ending.look')

export async function destroyByTime(app: TestApp, roomId: number): Promise<void> {
  await app.program.endings.ask(roomId)
  app.clock.advance(LIMITS.destructionWaitMs)
  await look(app)
}

interface EndingOperator {
  readonly client: WireClient
  readonly pin: string
  readonly code: string
}

export async function enterAgain(...operators: readonly EndingOperator[]): Promise<void> {
  for (const { client, pin, code } of operators) {
    await client.join(pin)
    await client.agree()
    await client.elevate(code)
  }
}

export async function seniorOperator(
  app: TestApp,
  room: TestRoom,
): Promise<TestPerson & { readonly code: string }> {
  const other = await secondOperator(app, room)
  app.clock.advance(LIMITS.operatorSeniorityMs)
  await enterAgain({ ...room, client: room.operator }, other)
  return other
}

export async function destroyAtOnce(app: TestApp, room: TestRoom): Promise<void> {
  const isOver = app.program.endings.destroy(room.roomId)
  const hasBegun = eventually(async () => {
    if (['asked', undefined].includes(await stateOf(app, room.roomId)))
      throw new Error('the destruction has not begun')
  })
  await Promise.race([isOver, hasBegun])
}

export function elsewhere(client: WireClient, base: string): WireClient {
  const same = new WireClient(base)
  same.session = client.me
  return same
}

export const stateOf = async (
  { database }: Pick<TestApp, 'database'>,
  roomId: number,
): Promise<string | undefined> =>
  (await database.pool.query('select state from destructions where room_id = $1', [roomId])).rows[0]
    ?.state

export const untilDestroyed = (app: TestApp, roomId: number): Promise<void> =>
  eventually(async () => {
    const state = await stateOf(app, roomId)
    if (state !== 'certified') throw new Error(`the destruction is ${state}`)
  }, 60_000)
