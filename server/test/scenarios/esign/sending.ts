import type { Template } from '../../../../contract/features/composed.ts'
import type { Invitations } from '../../../features/esign/requests/send-document.ts'
import type { TestApp, TestRoom } from '../../harness/test-app.ts'
import { asAuthor, draftToSend, type Sendable } from '../signing.ts'

export const draft = (room: TestRoom, options: Sendable = {}) => draftToSend(room, { ...options })

export const invite = (room: TestRoom, templateId: number, members: readonly unknown[] = []) =>
  asAuthor<Invitations>(room.operator, 'addInvite', { templateId, members })

export const rowOf = async (app: TestApp, templateId: number): Promise<Template> =>
  (await app.database.pool.query('select * from templates where id = $1', [templateId])).rows[0]

export const statuses = async (
  app: TestApp,
  templateId: number,
): Promise<Record<string, string>> => {
  const { rows } = await app.database.pool.query(
    'select email, status from template_participants where template_id = $1',
    [templateId],
  )
  return Object.fromEntries(rows.map(({ email, status }) => [email, status]))
}
