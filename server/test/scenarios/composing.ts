import type { z } from 'zod'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import type { upload } from '../../../contract/features/compose.ts'
import type {
  boxIn,
  Participant,
  ParticipantType,
  Template,
} from '../../../contract/features/composed.ts'
import { makePdf } from '../fixtures/make-pdf.ts'
import type { WireAnswer, WireClient } from '../harness/wire-client.ts'

type Fields = Readonly<Record<string, string>>

export const compose = (client: WireClient, call: string, body: object): Promise<WireAnswer> =>
  client.call('POST', `/esign/api/compose/${call}`, { body })

export function pdfForm(bytes: Uint8Array, name = '계약서.pdf', fields: Fields = {}): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  return form
}

export const uploadPdf = (
  client: WireClient,
  bytes: Uint8Array,
  name?: string,
  fields?: Fields,
): Promise<WireAnswer> =>
  client.call('POST', '/esign/api/compose/upload', { form: pdfForm(bytes, name, fields) })

export const getTemplate = (client: WireClient, templateId: number): Promise<WireAnswer> =>
  client.call('GET', '/esign/api/compose/get', { query: { templateId } })

/** @throws Error on refusal */
export function given<T>({ http, json, text }: WireAnswer): T {
  if (http !== 200 || json.status !== 'OK') throw new Error(`refused: ${http} ${text}`)
  return json.payload as T
}

interface DraftOptions {
  readonly pdf?: Uint8Array
  readonly pages?: number
  readonly name?: string
  readonly fields?: Fields
  readonly people?: readonly {
    readonly name: string
    readonly email: string
    readonly type?: ParticipantType
    readonly order?: number
  }[]
  readonly boxes?: readonly z.input<typeof boxIn>[]
}

const blankDrafts = new WeakMap<WireClient, Map<number, number>>()

/** An upload check takes a process. */
async function blankDraftOf(operator: WireClient, pages: number, name: string): Promise<number> {
  const known = blankDrafts.get(operator) ?? new Map<number, number>()
  blankDrafts.set(operator, known)
  const source = known.get(pages)
  const copied = source && (await compose(operator, 'copy', { templateId: source, name }))
  if (copied && copied.http === 200) return given<PayloadOut<typeof upload>>(copied).templateId
  const { templateId } = given<PayloadOut<typeof upload>>(
    await uploadPdf(operator, makePdf(pages), name),
  )
  known.set(pages, templateId)
  return templateId
}

export async function draftOf(
  { operator }: { readonly operator: WireClient },
  { pages = 1, pdf, name = '계약서.pdf', fields, people = [], boxes = [] }: DraftOptions = {},
): Promise<Template> {
  const templateId =
    pdf || Object.keys(fields ?? {}).length > 0
      ? given<PayloadOut<typeof upload>>(
          await uploadPdf(operator, pdf ?? makePdf(pages), name, fields),
        ).templateId
      : await blankDraftOf(operator, pages, name)
  for (const { type = 'SIGNER', ...person } of people)
    given<Participant>(
      await compose(operator, 'addDocInfo', { templateId, type, participants: [person] }),
    )
  return given<Template>(await compose(operator, 'updateUpload', { templateId, boxes }))
}

export const boxOf = (changes: Partial<z.input<typeof boxIn>> = {}): z.input<typeof boxIn> => ({
  id: 'box',
  typeName: 'SIGN',
  page: 0,
  scaledX: 100,
  scaledY: 200,
  scaledW: 120,
  scaledH: 120,
  ...changes,
})

export const uploadStamp = (
  client: WireClient,
  bytes: Uint8Array,
  name = '도장.png',
  fields: Fields = {},
): Promise<WireAnswer> =>
  client.call('POST', '/esign/api/images/upload', { form: pdfForm(bytes, name, fields) })
