import type { TestApp } from '../../harness/test-app.ts'
import type { WireAnswer } from '../../harness/wire-client.ts'
import { moveInto, newGroup } from '../groups.ts'

export const stateOf = ({ json }: WireAnswer): string => (json.payload as { state: string }).state

export async function roomOfAsking(app: TestApp) {
  const room = await app.room()
  const ours = await app.participant(room, '우리')
  const colleague = await app.participant(room, '동료')
  const rival = await app.participant(room, '경쟁자')
  const expert = await app.participant(room, '전문가')
  await moveInto(room, await newGroup(room, '매수인', 'view'), [ours, colleague])
  await moveInto(room, await newGroup(room, '다른 매수인', 'view'), [rival])
  const { json } = await room.operator.call('POST', '/room/api/group', {
    body: { roomId: room.roomId, name: '전문가', kind: 'experts', level: 'none' },
  })
  await moveInto(room, (json.payload as { id: number }).id, [expert])
  return { room, ours, colleague, rival, expert }
}
