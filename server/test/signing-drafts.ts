import { boxOf, draftOf as composedDraft } from './composing.ts'
import { makePdf } from './make-pdf.ts'
import type { TestApp, TestRoom } from './test-app.ts'

/** Somebody of a draft; a signer unless told. */
export interface DraftPerson {
  readonly name?: string
  readonly email: string
  readonly type?: 'SIGNER' | 'APPROVER' | 'CC'
  readonly order?: number
}

/** A box of a draft; a signature unless told. `of`: the address of whose it is. */
export interface DraftBox {
  readonly typeName?: 'SIGN' | 'TEXT'
  readonly page?: number
  readonly of?: string
  readonly required?: boolean
}

export interface DraftOptions {
  readonly app: TestApp
  readonly name?: string
  readonly pages?: number
  /** What stands on its pages; it makes the PDF as large as it is long. */
  readonly words?: string
  readonly boxes?: readonly DraftBox[]
  readonly people?: readonly DraftPerson[]
  readonly signValid?: number
  readonly notice?: string
}

/** A draft as it is before it is sent. */
export async function draftOf(room: TestRoom, options: DraftOptions) {
  const { name = '계약서.pdf', pages = 1, words, boxes = [], people = [], signValid = 14, notice = '' } = options
  const pdf = makePdf(pages, words)
  const { templateId, participants } = await composedDraft(room, {
    ...{ name, pdf },
    fields: { signValid: String(signValid), notice },
    people: people.map(({ name: called, ...person }) => ({ name: called ?? person.email, ...person })),
    boxes: boxes.map(({ of, ...box }, ordinal) =>
      boxOf({
        ...{ scaledX: 10, scaledY: 10 + ordinal, scaledH: 40 },
        ...box,
        id: `box-${ordinal}`,
        ...(of === undefined ? {} : { participant: of }),
      }),
    ),
  })
  return { templateId, pdf, boxes: boxes.map((_, ordinal) => ({ id: `box-${ordinal}` })), participants }
}
