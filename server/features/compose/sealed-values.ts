import { z } from 'zod'
import { annotation } from '../../../contract/features/composed.ts'
import { type SealedColumn, sealedField } from '../../platform/crypto/sealed-column.ts'
import type { Sealer } from '../../platform/crypto/sealer.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'

// What is sealed of a document that is signed, each value for its row, under the room's key.

const texts = z.object({
  notice: z.string(),
  annotations: z.array(annotation),
  /** By the key of the box; documents from before boxes had them have none. */
  labels: z.record(z.string(), z.string()).default({}),
})
/** What its author wrote: the notice, what stands on the pages, and what boxes are called. */
export type TemplateTexts = z.infer<typeof texts>

const filling = z.object({ text: z.string().optional(), image: z.string().optional() })
/** What was filled into a box: a text, or a PNG in base64. */
export type BoxFilling = z.infer<typeof filling>

const acting = z.object({ reason: z.string().optional() })
/** Why a participant declined. */
export type ParticipantTexts = z.infer<typeof acting>

const traced = z.object({ address: z.string(), agent: z.string().optional() })
/** From where and with what program somebody did something to a document. */
export type EventTrace = z.infer<typeof traced>

interface Place {
  readonly db: Queryable
  readonly roomId: number
}

interface NewPlace {
  readonly tx: Tx
  readonly roomId: number
}

const sealedJson = <Value>(schema: z.ZodType<Value>, purposeOf: (id: number) => string) => ({
  purposeOf,
  seal: (sealer: Sealer, { tx, roomId }: NewPlace, id: number, value: Value): Promise<Buffer> =>
    sealer.seal(tx, roomId, purposeOf(id), Buffer.from(JSON.stringify(value))),
  /** @throws SealError where the row holds what was sealed for another one. */
  open: async (sealer: Sealer, { db, roomId }: Place, id: number, sealed: Buffer): Promise<Value> =>
    schema.parse(JSON.parse((await sealer.open(db, roomId, purposeOf(id), sealed)).toString('utf8'))),
})

/** By the id of the template. */
export const templateTexts = sealedJson<TemplateTexts>(texts, (id) => `template:${id}`)
/** By the id of the box. */
export const boxFilling = sealedJson<BoxFilling>(filling, (id) => `template-box:${id}`)
/** By the id of the participant. */
export const participantTexts = sealedJson<ParticipantTexts>(acting, (id) => `template-participant:${id}`)
/** By the id of the event. */
export const eventTrace = sealedJson<EventTrace>(traced, (id) => `template-event:${id}`)

/** The purpose under which an image for stamping is sealed. */
export const imagePurpose = (imageId: number): string => `compose-image:${imageId}`

/** What is sealed of documents that are signed, beside their files. */
export const composeValueColumns: readonly SealedColumn[] = [
  sealedField('templates', 'sealed', templateTexts.purposeOf),
  sealedField('template_boxes', 'sealed', boxFilling.purposeOf),
  sealedField('template_participants', 'sealed', participantTexts.purposeOf),
  sealedField('template_events', 'sealed', eventTrace.purposeOf),
  sealedField('compose_images', 'sealed', imagePurpose),
]
