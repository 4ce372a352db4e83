import type { Template } from '../../../../contract/features/composed.ts'
import type { TestRoom } from '../../harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../harness/wire-client.ts'
import { getTemplate, given } from '../composing.ts'

export const sourceOf = async (client: WireClient, templateId: number): Promise<Buffer> =>
  Buffer.from(
    await (await client.fetch('GET', `/esign/api/compose/source/${templateId}`)).arrayBuffer(),
  )

export const taken = async (room: TestRoom, answer: WireAnswer): Promise<Template> =>
  given<Template>(
    await getTemplate(room.operator, given<{ templateId: number }>(answer).templateId),
  )
