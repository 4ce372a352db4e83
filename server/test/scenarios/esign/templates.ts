import type { Template } from '../../../../contract/features/composed.ts'
import { makePdf } from '../../fixtures/make-pdf.ts'
import type { TestApp, TestRoom } from '../../harness/test-app.ts'
import type { WireAnswer } from '../../harness/wire-client.ts'
import { compose, draftOf, getTemplate, given } from '../composing.ts'

export const refusal = ({ http, json }: WireAnswer) => ({ http, code: json.code })

export const addDocInfo = (
  room: TestRoom,
  templateId: number,
  person: object,
  type = 'SIGNER',
): Promise<WireAnswer> =>
  compose(room.operator, 'addDocInfo', { templateId, type, participants: [person] })

export const shown = async (room: TestRoom, templateId: number): Promise<Template> =>
  given<Template>(await getTemplate(room.operator, templateId))

export async function completed(
  app: TestApp,
  room: TestRoom,
  options: Parameters<typeof draftOf>[1] = {},
): Promise<Template & { readonly result: Uint8Array }> {
  const result = makePdf(2, 'SEALED')
  const [draft, sealed] = [await draftOf(room, options), await draftOf(room, { pdf: result })]
  const sourceOf = '(select source_id from templates where id = $2)'
  await app.database.pool.query(
    `update templates set status = 'COMPLETED', result_id = ${sourceOf} where id = $1`,
    [draft.templateId, sealed.templateId],
  )
  given(await compose(room.operator, 'remove', { templateId: sealed.templateId }))
  return { ...(await shown(room, draft.templateId)), result }
}
