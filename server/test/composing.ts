import type { z } from 'zod'
import type { PayloadOut } from '../../contract/core/operation.ts'
import type { upload } from '../../contract/features/compose.ts'
import type { boxIn, Participant, ParticipantType, Template } from '../../contract/features/composed.ts'
import { makePdf } from './make-pdf.ts'
import type { Answer, WireClient } from './wire-client.ts'

type Fields = Readonly<Record<string, string>>

/** A call of /esign/api/compose. */
export const compose = (client: WireClient, call: string, body: object): Promise<Answer> =>
  client.call('POST', `/esign/api/compose/${call}`, { body })

/** The form of an upload, in which the fields stand before the file. */
export function pdfForm(bytes: Uint8Array, name = '계약서.pdf', fields: Fields = {}): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  return form
}

export const uploadPdf = (client: WireClient, bytes: Uint8Array, name?: string, fields?: Fields): Promise<Answer> =>
  client.call('POST', '/esign/api/compose/upload', { form: pdfForm(bytes, name, fields) })

export const getTemplate = (client: WireClient, templateId: number): Promise<Answer> =>
  client.call('GET', '/esign/api/compose/get', { query: { templateId } })

/** What a call was answered with. @throws Error where it was refused. */
export function given<T>({ http, json, text }: Answer): T {
  if (http !== 200 || json.status !== 'OK') throw new Error(`refused: ${http} ${text}`)
  return json.payload as T
}

interface DraftOptions {
  readonly pdf?: Uint8Array
  /** Of the PDF, where none is given; 1 unless told. */
  readonly pages?: number
  readonly name?: string
  readonly fields?: Fields
  readonly people?: readonly { readonly name: string; readonly email: string; readonly type?: ParticipantType; readonly order?: number }[]
  /** Those of the people that have them are named by their addresses. */
  readonly boxes?: readonly z.input<typeof boxIn>[]
}

/** Drafts with a PDF of so many blank pages, by who uploaded them. */
const blankDrafts = new WeakMap<WireClient, Map<number, number>>()

/** A draft with a PDF of blank pages. Only the first is uploaded, the others are copies of it: to check an upload takes a process. */
async function blankDraftOf(operator: WireClient, pages: number, name: string): Promise<number> {
  const known = blankDrafts.get(operator) ?? new Map<number, number>()
  blankDrafts.set(operator, known)
  const source = known.get(pages)
  const copied = source && (await compose(operator, 'copy', { templateId: source, name }))
  if (copied && copied.http === 200) return given<PayloadOut<typeof upload>>(copied).templateId
  const { templateId } = given<PayloadOut<typeof upload>>(await uploadPdf(operator, makePdf(pages), name))
  known.set(pages, templateId)
  return templateId
}

/** A draft of a room, made through HTTP by its operator. */
export async function draftOf(
  { operator }: { readonly operator: WireClient },
  { pages = 1, pdf, name = '계약서.pdf', fields, people = [], boxes = [] }: DraftOptions = {},
): Promise<Template> {
  const templateId =
    pdf || Object.keys(fields ?? {}).length > 0
      ? given<PayloadOut<typeof upload>>(await uploadPdf(operator, pdf ?? makePdf(pages), name, fields)).templateId
      : await blankDraftOf(operator, pages, name)
  for (const { type = 'SIGNER', ...person } of people)
    given<Participant>(await compose(operator, 'addDocInfo', { templateId, type, participants: [person] }))
  return given<Template>(await compose(operator, 'updateUpload', { templateId, boxes }))
}

/** A box as the editor sends it; what is told is put in the place of what it has. */
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

export const uploadStamp = (client: WireClient, bytes: Uint8Array, name = '도장.png', fields: Fields = {}): Promise<Answer> =>
  client.call('POST', '/esign/api/images/upload', { form: pdfForm(bytes, name, fields) })
