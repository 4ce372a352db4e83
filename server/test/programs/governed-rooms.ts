import type { TestApp, TestRoom } from '../harness/test-app.ts'
import type { WireAnswer } from '../harness/wire-client.ts'

export const ROOM = { name: '새 인수 룸', operator: { name: '최운영', email: 'choi@example.com' } }

let addresses = 0

/** The body of a call that makes a room, with an operator of its own. */
export function newRoom() {
  addresses += 1
  return { ...ROOM, operator: { ...ROOM.operator, email: `choi${addresses}@example.com` } }
}

export const madeBy = (answer: WireAnswer) =>
  answer.json.payload as { roomId: number; roomNo: string; url: string }

export const countRooms = async (app: TestApp): Promise<number> =>
  (await app.database.pool.query('select count(*)::int as count from rooms')).rows[0].count

export async function entriesOf(of: Pick<TestRoom, 'roomId' | 'operator'>) {
  const answer = await of.operator.call('GET', `/room/api/room/roomActivity/list/${of.roomId}`)
  const { roomActivityItem } = answer.json.payload as {
    roomActivityItem: { name: string; description: string; position: string }[]
  }
  return roomActivityItem
}
