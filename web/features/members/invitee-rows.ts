import { LIMITS } from '../../../contract/core/limits.ts'
import { invitee } from '../../../contract/features/members.ts'
import { isEmail } from '../../lib/is-email.ts'
import { parsed } from '../../lib/send-form.ts'

/** In the order of the columns, which is also that of a pasted table. */
export const INVITEE_FIELDS = ['name', 'division', 'position', 'email', 'phone'] as const
export type InviteeField = (typeof INVITEE_FIELDS)[number]

/** A row of the invitation as it is typed. */
export interface InviteeRow extends Readonly<Record<InviteeField, string>> {
  readonly key: number
}

/** A field of a row. */
export interface Place {
  readonly key: number
  readonly field: InviteeField
}

export type RowProblem = 'nameRequired' | 'emailRequired' | 'emailFormat' | 'phoneFormat' | 'tooLong'

/** The first thing that keeps the rows from being sent, in reading order. */
export type Problem =
  | ({ readonly kind: 'row'; readonly problem: RowProblem } & Place)
  | { readonly kind: 'duplicate'; readonly list: readonly string[] }

/** Digits, at least three, as people group them: what the server takes. */
const PHONE = /^(?=(?:\D*\d){3})\+?[0-9()\-. ]{3,40}$/

const CONTROL = /\p{Cc}+/gu

/** A text as it is sent: without blanks around it, and without the control characters that a paste may bring. */
export const clean = (text: string): string => text.replace(CONTROL, ' ').trim()

const addressOf = (row: InviteeRow): string => clean(row.email).toLowerCase()

export const emptyRow = (key: number): InviteeRow => ({ key, name: '', division: '', position: '', email: '', phone: '' })

export const isEmpty = (row: InviteeRow): boolean => INVITEE_FIELDS.every((field) => clean(row[field]) === '')

export const nextKey = (rows: readonly InviteeRow[]): number => Math.max(-1, ...rows.map(({ key }) => key)) + 1

/** With one more row. The next person mostly comes from the same house: the division is copied down. */
export function withRowAdded(rows: readonly InviteeRow[]): readonly InviteeRow[] {
  return [...rows, { ...emptyRow(nextKey(rows)), division: rows.at(-1)?.division ?? '' }]
}

/** Whether another row may follow, or why not. */
export function problemOfAdding(rows: readonly InviteeRow[]): Problem | 'max' | undefined {
  if (rows.length >= LIMITS.inviteesPerCall) return 'max'
  const last = rows.at(-1)
  return last && problemOfRow(last)
}

function problemOfField(field: InviteeField, text: string): RowProblem | undefined {
  if (text === '') return field === 'name' ? 'nameRequired' : field === 'email' ? 'emailRequired' : undefined
  if (field === 'email') return isEmail(text) ? undefined : 'emailFormat'
  if (!invitee.shape[field].safeParse(text).success) return 'tooLong'
  return field === 'phone' && !PHONE.test(text) ? 'phoneFormat' : undefined
}

/** The first problem of a row by itself. */
export function problemOfRow(row: InviteeRow): Problem | undefined {
  for (const field of INVITEE_FIELDS) {
    const problem = problemOfField(field, clean(row[field]))
    if (problem) return { kind: 'row', key: row.key, field, problem }
  }
  return undefined
}

/** What keeps the rows from being sent, if anything does. */
export function problemOf(rows: readonly InviteeRow[]): Problem | undefined {
  for (const row of rows) {
    const problem = problemOfRow(row)
    if (problem) return problem
  }
  const list = [...new Set(repeated(rows).map(addressOf))]
  return list.length > 0 ? { kind: 'duplicate', list } : undefined
}

/** The rows whose address stands in a row above. */
function repeated(rows: readonly InviteeRow[]): readonly InviteeRow[] {
  const addresses = rows.map(addressOf)
  return rows.filter((_, index) => addresses.indexOf(addresses[index] ?? '') !== index)
}

/** Where the problem is, in reading order. */
export function placesOf(problem: Problem, rows: readonly InviteeRow[]): readonly Place[] {
  return problem.kind === 'row' ? [{ key: problem.key, field: problem.field }] : repeated(rows).map(emailOf)
}

/** The addresses among the rows that a refusal of the server lists in its text. */
export function placesNamedIn(text: string, rows: readonly InviteeRow[]): readonly Place[] {
  const words = new Set(text.toLowerCase().split(/[\s,()]+/))
  return rows.filter((row) => words.has(addressOf(row))).map(emailOf)
}

const emailOf = ({ key }: InviteeRow): Place => ({ key, field: 'email' })

/** The first of the fields that may change of somebody who is in the room, where it has a problem. */
export function problemOfPlace(row: InviteeRow): InviteeField | undefined {
  return (['division', 'position'] as const).find((field) => problemOfField(field, clean(row[field])))
}

/** A row as the wire wants it; what is optional and empty is left out. */
export function inviteeOf(row: InviteeRow, id: number) {
  const [division, position, phone] = [clean(row.division), clean(row.position), clean(row.phone)]
  return {
    id,
    name: clean(row.name),
    email: clean(row.email),
    ...(division === '' ? {} : { division }),
    ...(position === '' ? {} : { position }),
    ...(phone === '' ? {} : { phone }),
  }
}

/** The rows as the wire wants them. */
export const inviteesOf = (rows: readonly InviteeRow[]) => rows.map(inviteeOf)

/** Nothing but the first row, which is nobody's yet: there is nobody to add to and nothing to modify. */
export const isUnregistered = (rows: readonly InviteeRow[]): boolean => rows.every(({ key }) => key === 0)

/** What is kept of rows that are not sent yet; undefined for nothing. */
export const keptTextOf = (rows: readonly InviteeRow[]): string | undefined =>
  rows.every(isEmpty) ? undefined : JSON.stringify(rows.map((row) => INVITEE_FIELDS.map((field) => row[field])))

/** The rows that were kept, in the order of the columns; undefined where they cannot be read. */
export function rowsOf(text: string): readonly InviteeRow[] | undefined {
  const kept: unknown = parsed(text)
  if (!Array.isArray(kept) || kept.length === 0 || kept.length > LIMITS.inviteesPerCall) return undefined
  return kept.map((cells: unknown, key) => {
    const row: { -readonly [Field in keyof InviteeRow]: InviteeRow[Field] } = emptyRow(key)
    if (!Array.isArray(cells)) return row
    for (const [at, field] of INVITEE_FIELDS.entries()) if (typeof cells[at] === 'string') row[field] = cells[at]
    return row
  })
}
