import { LIMITS } from '../../../contract/core/limits.ts'

/** A row of the invitation as it is typed. */
export interface InviteeRow {
  readonly key: number
  readonly name: string
  readonly division: string
  readonly email: string
  readonly phone: string
}

export type InviteeField = 'name' | 'division' | 'email' | 'phone'
export type RowProblem = 'nameRequired' | 'emailRequired' | 'emailFormat' | 'phoneFormat'

/** The first thing that keeps the rows from being sent, in reading order. */
export type Problem =
  | { readonly kind: 'row'; readonly key: number; readonly field: InviteeField; readonly problem: RowProblem }
  | { readonly kind: 'duplicate'; readonly list: readonly string[] }

/** One @, a dot in the domain, no blanks: what is beyond that, the mail itself will tell. */
const EMAIL = /^[^\s@,;:<>()"]+@[^\s@,;:<>()".]+(\.[^\s@,;:<>()".]+)+$/
const PHONE = /^\+?[\d\s()-]{7,20}$/

export const emptyRow = (key: number): InviteeRow => ({ key, name: '', division: '', email: '', phone: '' })

export const isEmpty = (row: InviteeRow): boolean => [row.name, row.division, row.email, row.phone].every((text) => text.trim() === '')

/** Whether another row may follow, or why not. */
export function problemOfAdding(rows: readonly InviteeRow[]): Problem | 'max' | undefined {
  if (rows.length >= LIMITS.inviteesPerCall) return 'max'
  const last = rows.at(-1)
  return last && problemOfRow(last)
}

function problemOfRow(row: InviteeRow): Problem | undefined {
  const at = (field: InviteeField, problem: RowProblem): Problem => ({ kind: 'row', key: row.key, field, problem })
  const [email, phone] = [row.email.trim(), row.phone.trim()]
  if (row.name.trim() === '') return at('name', 'nameRequired')
  if (email === '') return at('email', 'emailRequired')
  if (!EMAIL.test(email)) return at('email', 'emailFormat')
  if (phone !== '' && !PHONE.test(phone)) return at('phone', 'phoneFormat')
  return undefined
}

export function problemOf(rows: readonly InviteeRow[]): Problem | undefined {
  for (const row of rows) {
    const problem = problemOfRow(row)
    if (problem) return problem
  }
  const list = duplicatesIn(rows.map(({ email }) => email.trim().toLowerCase()))
  return list.length > 0 ? { kind: 'duplicate', list } : undefined
}

function duplicatesIn(emails: readonly string[]): readonly string[] {
  return [...new Set(emails.filter((email, index) => emails.indexOf(email) !== index))]
}

/** The rows as the wire wants them; what is optional and empty is left out. */
export function inviteesOf(rows: readonly InviteeRow[]) {
  return rows.map((row, id) => {
    const [division, phone] = [row.division.trim(), row.phone.trim()]
    return {
      id,
      name: row.name.trim(),
      email: row.email.trim(),
      ...(division === '' ? {} : { division }),
      ...(phone === '' ? {} : { phone }),
    }
  })
}
