import { z } from 'zod'
import { annotation } from '../../../contract/features/composed.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { type EncryptedColumn, encryptedField } from '../../platform/encryption/encrypted-column.ts'
import type { Encryptor } from '../../platform/encryption/encryptor.ts'

// The room's key binds each value to its row.

const texts = z.object({
  notice: z.string(),
  annotations: z.array(annotation),
  /** Keys are boxes. Older documents lack labels. */
  labels: z.record(z.string(), z.string()).default({}),
})
export type TemplateTexts = z.infer<typeof texts>

const filling = z.object({ text: z.string().optional(), image: z.string().optional() })
/** The value is a text or a base64 PNG. */
export type BoxFilling = z.infer<typeof filling>

const acting = z.object({ reason: z.string().optional() })
export type ParticipantTexts = z.infer<typeof acting>

const traced = z.object({ address: z.string(), agent: z.string().optional() })
export type EventTrace = z.infer<typeof traced>

interface EncryptedValueScope {
  readonly db: Queryable
  readonly roomId: number
}

interface EncryptedValueTarget {
  readonly tx: Tx
  readonly roomId: number
}

const encryptedJson = <Value>(schema: z.ZodType<Value>, purposeOf: (id: number) => string) => ({
  purposeOf,
  encrypt: (
    encryptor: Encryptor,
    { tx, roomId }: EncryptedValueTarget,
    id: number,
    value: Value,
  ): Promise<Buffer> =>
    encryptor.encrypt(tx, roomId, purposeOf(id), Buffer.from(JSON.stringify(value))),
  /** @throws EncryptionError for another row's value */
  decrypt: async (
    encryptor: Encryptor,
    { db, roomId }: EncryptedValueScope,
    id: number,
    sealed: Buffer,
  ): Promise<Value> =>
    schema.parse(
      JSON.parse((await encryptor.open(db, roomId, purposeOf(id), sealed)).toString('utf8')),
    ),
})

export const templateTexts = encryptedJson<TemplateTexts>(texts, (id) => `template:${id}`)
export const boxFilling = encryptedJson<BoxFilling>(filling, (id) => `template-box:${id}`)
export const participantTexts = encryptedJson<ParticipantTexts>(
  acting,
  (id) => `template-participant:${id}`,
)
export const eventTrace = encryptedJson<EventTrace>(traced, (id) => `template-event:${id}`)

export const imagePurpose = (imageId: number): string => `compose-image:${imageId}`

export const esignValueColumns: readonly EncryptedColumn[] = [
  encryptedField('templates', 'sealed', templateTexts.purposeOf),
  encryptedField('template_boxes', 'sealed', boxFilling.purposeOf),
  encryptedField('template_participants', 'sealed', participantTexts.purposeOf),
  encryptedField('template_events', 'sealed', eventTrace.purposeOf),
  encryptedField('compose_images', 'sealed', imagePurpose),
]
