import { expect } from 'vitest'
import type { TestApp, TestRoom } from '../../harness/test-app.ts'
import { asAuthor, draftToSend, type Sendable, type SignerClient, signerOf } from '../signing.ts'

export async function sent(
  app: TestApp,
  room: TestRoom,
  emails: readonly string[],
  options: Omit<Sendable, 'people'> = {},
) {
  const made = await draftToSend(room, {
    ...options,
    people: emails.map((email) => ({ email, name: `이름 ${email}` })),
  })
  expect(
    (await asAuthor(room.operator, 'addInvite', { templateId: made.templateId, members: [] })).http,
  ).toBe(200)
  const signers: SignerClient[] = []
  for (const email of emails) signers.push(await signerOf(app, email))
  return { ...made, signers, signer: signers[0] as SignerClient }
}

export const filled = async (app: TestApp, templateId: number) =>
  (
    await app.database.pool.query(
      'select id, key, sealed from template_boxes where template_id = $1 order by ordinal',
      [templateId],
    )
  ).rows

export const statusOf = async (app: TestApp, templateId: number): Promise<string> =>
  (await app.database.pool.query('select status from templates where id = $1', [templateId]))
    .rows[0].status
