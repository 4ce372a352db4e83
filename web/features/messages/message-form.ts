import { attachmentLimit, EXTENSIONS, LIMITS, ROLE } from '../../../contract/core/limits.ts'
import { parsed } from '../../lib/api/send-form.ts'

export interface Writer {
  readonly roleId: number
  readonly roomId: number
  readonly userId: number
  readonly isOperatorArea: boolean
}

export interface NamedDocument {
  readonly id: number
  readonly name: string
  readonly index?: string | undefined
}

export interface RoomUser {
  readonly userId: number
  readonly name: string
  readonly email: string
}

export interface Draft {
  readonly title: string
  readonly content: string
  readonly file: File | undefined
  readonly chosen: ReadonlySet<number>
}

export const EMPTY_DRAFT: Draft = { title: '', content: '', file: undefined, chosen: new Set() }

export const isEmptyDraft = ({ title, content, file, chosen }: Draft): boolean =>
  title === '' && content === '' && file === undefined && chosen.size === 0

/** The draft omits the file. */
export const keptTextOf = ({ title, content, chosen }: Draft): string | undefined =>
  title === '' && content === '' && chosen.size === 0
    ? undefined
    : JSON.stringify({ title, content, chosen: [...chosen] })

export function draftOf(text: string): Partial<Draft> {
  const kept: unknown = parsed(text)
  if (typeof kept !== 'object' || kept === null) return {}
  const { title, content, chosen } = kept as Readonly<Record<string, unknown>>
  return {
    title: typeof title === 'string' ? title : '',
    content: typeof content === 'string' ? content : '',
    chosen: new Set(Array.isArray(chosen) ? chosen.filter((id) => typeof id === 'number') : []),
  }
}

export const writesToUsers = ({ roleId }: Writer): boolean => roleId === ROLE.operator

export type Missing = 'title' | 'content' | 'recipients'

/** Checks fields in the order of the specification. */
export function missingIn(draft: Draft, toUsers: boolean): Missing | undefined {
  if (draft.title.trim() === '') return 'title'
  if (draft.content.trim() === '') return 'content'
  return toUsers && draft.chosen.size === 0 ? 'recipients' : undefined
}

export function problemOfFile({
  name,
  size,
}: Pick<File, 'name' | 'size'>): 'fileType' | 'fileEmpty' | 'fileSize' | undefined {
  const ext = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (!name.includes('.') || !EXTENSIONS.some((allowed) => allowed === ext)) return 'fileType'
  if (size === 0) return 'fileEmpty'
  return size > LIMITS.uploadBytes ? 'fileSize' : undefined
}

/** The browser does not know the number of operators. */
export const goesByLink = ({ file, chosen }: Draft): boolean =>
  file !== undefined && file.size > attachmentLimit(chosen.size)

export function amongUsers(draft: Draft, users: readonly RoomUser[]): Draft {
  const chosen = users.map(({ userId }) => userId).filter((id) => draft.chosen.has(id))
  return chosen.length === draft.chosen.size ? draft : { ...draft, chosen: new Set(chosen) }
}

export const isTooMany = ({ chosen }: Draft): boolean => chosen.size > LIMITS.recipientsPerMessage

export type ChoiceName =
  | { readonly kind: 'nobody' | 'all' }
  | { readonly kind: 'one'; readonly name: string }
  | { readonly kind: 'several'; readonly name: string; readonly count: number }

export function nameOfChoice(users: readonly RoomUser[], chosen: ReadonlySet<number>): ChoiceName {
  const [first, ...others] = users.filter(({ userId }) => chosen.has(userId))
  if (!first) return { kind: 'nobody' }
  if (others.length === 0) return { kind: 'one', name: first.name }
  if (others.length + 1 === users.length) return { kind: 'all' }
  return { kind: 'several', name: first.name, count: others.length }
}

export function formOf(
  draft: Draft,
  writer: Writer,
  users: readonly RoomUser[],
  document: NamedDocument | undefined,
): FormData {
  const { roleId, roomId, userId } = writer
  const about = {
    content: draft.content,
    sender: { roleId, roomId, userId },
    ...(document ? { itemId: document.id } : {}),
  }
  const recipients = users
    .filter((user) => draft.chosen.has(user.userId))
    .map(({ name, email }) => ({ name, email }))
  const data = writesToUsers(writer)
    ? { subject: draft.title, recipients, ...about }
    : { title: draft.title, ...about }
  const form = new FormData()
  form.set('data', JSON.stringify(data))
  if (draft.file) form.set('file', draft.file)
  return form
}
