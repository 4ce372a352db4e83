import { ROLE } from '../../../contract/core/limits.ts'
import type { TestApp, TestPerson, TestRoom } from '../harness/test-app.ts'

export async function contentOperator(
  app: TestApp,
  room: TestRoom,
  name = '최자료',
): Promise<TestPerson & { readonly code: string }> {
  const person = await app.participant(room, name)
  for (const right of ['print', 'download'] as const)
    await room.operator.setRight(person.memberId, right, true)
  await room.operator.call('POST', '/room/api/room/user/role', {
    body: { roomManagerId: person.memberId, roleId: ROLE.operator, scope: 'content' },
  })
  const code = await app.codeMailedTo(person.email)
  await person.client.elevate(code)
  return { ...person, code }
}
