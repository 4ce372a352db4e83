import type { TestApp, TestPerson, TestRoom } from '../../harness/test-app.ts'
import { messageMails } from '../message-mails.ts'

export const MINUTE = 60_000

export const STEP = 30_000

export async function another(app: TestApp, room: TestRoom): Promise<TestPerson> {
  await room.operator.entering(false)
  const other = await app.participant(room)
  await room.operator.entering(true)
  return other
}

export const subjectsTo = async (app: TestApp, email: string): Promise<(string | undefined)[]> =>
  (await messageMails(app, '')).filter(({ to }) => to.includes(email)).map(({ subject }) => subject)
