import { LIMITS } from '../../../../contract/core/limits.ts'
import { invitee } from '../../../../contract/features/members.ts'
import { parsed } from '../../../lib/api/send-form.ts'
import { isEmail } from '../../../lib/input/is-email.ts'

export const INVITEE_FIELDS = ['name', 'division', 'position', 'email', 'phone'] as const
export type InviteeField = (typeof INVITEE_FIELDS)[number]

export const OWN_FIELDS = ['group', 'print', 'download', 'until'] as const
export type OwnField = (typeof OWN_FIELDS)[number]

export interface InviteeRow
  extends Readonly<Record<InviteeField, string>>,
    Readonly<Partial<Record<OwnField, string>>> {
  readonly key: number
}

export const ownOf = (row: InviteeRow): readonly string[] =>
  OWN_FIELDS.map((field) => row[field] ?? '')

export function withoutOwn({
  group: _group,
  print: _print,
  download: _download,
  until: _until,
  ...row
}: InviteeRow): InviteeRow {
  return row
}

export interface InviteeFieldPosition {
  readonly key: number
  readonly field: InviteeField
}

export type RowProblem =
  | 'nameRequired'
  | 'emailRequired'
  | 'emailFormat'
  | 'phoneFormat'
  | 'tooLong'

export type Problem =
  | ({ readonly kind: 'row'; readonly problem: RowProblem } & InviteeFieldPosition)
  | { readonly kind: 'duplicate'; readonly list: readonly string[] }

/** The server requires at least three digits. */
const PHONE = /^(?=(?:\D*\d){3})\+?[0-9()\-. ]{3,40}$/

const CONTROL = /\p{Cc}+/gu

export const clean = (text: string): string => text.replace(CONTROL, ' ').trim()

const normalizedEmailOf = (row: InviteeRow): string => clean(row.email).toLowerCase()

export const emptyRow = (key: number): InviteeRow => ({
  key,
  name: '',
  division: '',
  position: '',
  email: '',
  phone: '',
})

export const isEmpty = (row: InviteeRow): boolean =>
  INVITEE_FIELDS.every((field) => clean(row[field]) === '')

export const nextKey = (rows: readonly InviteeRow[]): number =>
  Math.max(-1, ...rows.map(({ key }) => key)) + 1

/** Copies the division, which the next person mostly shares. */
export function withRowAdded(rows: readonly InviteeRow[]): readonly InviteeRow[] {
  return [...rows, { ...emptyRow(nextKey(rows)), division: rows.at(-1)?.division ?? '' }]
}

export function problemOfAdding(rows: readonly InviteeRow[]): Problem | 'max' | undefined {
  if (rows.length >= LIMITS.inviteesPerCall) return 'max'
  const last = rows.at(-1)
  return last && problemOfRow(last)
}

function problemOfField(field: InviteeField, text: string): RowProblem | undefined {
  if (text === '')
    return field === 'name' ? 'nameRequired' : field === 'email' ? 'emailRequired' : undefined
  if (field === 'email') return isEmail(text) ? undefined : 'emailFormat'
  if (!invitee.shape[field].safeParse(text).success) return 'tooLong'
  return field === 'phone' && !PHONE.test(text) ? 'phoneFormat' : undefined
}

export function problemOfRow(row: InviteeRow): Problem | undefined {
  for (const field of INVITEE_FIELDS) {
    const problem = problemOfField(field, clean(row[field]))
    if (problem) return { kind: 'row', key: row.key, field, problem }
  }
  return undefined
}

export function problemOf(rows: readonly InviteeRow[]): Problem | undefined {
  for (const row of rows) {
    const problem = problemOfRow(row)
    if (problem) return problem
  }
  const list = [...new Set(repeated(rows).map(normalizedEmailOf))]
  return list.length > 0 ? { kind: 'duplicate', list } : undefined
}

function repeated(rows: readonly InviteeRow[]): readonly InviteeRow[] {
  const addresses = rows.map(normalizedEmailOf)
  return rows.filter((_, index) => addresses.indexOf(addresses[index] ?? '') !== index)
}

export function placesOf(
  problem: Problem,
  rows: readonly InviteeRow[],
): readonly InviteeFieldPosition[] {
  return problem.kind === 'row'
    ? [{ key: problem.key, field: problem.field }]
    : repeated(rows).map(emailOf)
}

/** A refusal's text contains the addresses concerned. */
export function placesNamedIn(
  text: string,
  rows: readonly InviteeRow[],
): readonly InviteeFieldPosition[] {
  const words = new Set(text.toLowerCase().split(/[\s,()]+/))
  return rows.filter((row) => words.has(normalizedEmailOf(row))).map(emailOf)
}

const emailOf = ({ key }: InviteeRow): InviteeFieldPosition => ({ key, field: 'email' })

export function problemOfAffiliation(row: InviteeRow): InviteeField | undefined {
  return (['division', 'position'] as const).find((field) =>
    problemOfField(field, clean(row[field])),
  )
}

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

export const isUnregistered = (rows: readonly InviteeRow[]): boolean =>
  rows.every(({ key }) => key === 0)

export const keptTextOf = (rows: readonly InviteeRow[]): string | undefined =>
  rows.every(isEmpty) ? undefined : JSON.stringify(rows.map(cellsOfRow))

function cellsOfRow(row: InviteeRow): readonly string[] {
  const [person, own] = [INVITEE_FIELDS.map((field) => row[field]), ownOf(row)]
  return own.every((cell) => cell === '') ? person : [...person, ...own]
}

export function rowsOf(text: string): readonly InviteeRow[] | undefined {
  const kept: unknown = parsed(text)
  if (!Array.isArray(kept) || kept.length === 0 || kept.length > LIMITS.inviteesPerCall)
    return undefined
  return kept.map((cells: unknown, key) => {
    const row: { -readonly [Field in keyof InviteeRow]: InviteeRow[Field] } = emptyRow(key)
    if (!Array.isArray(cells)) return row
    for (const [at, field] of INVITEE_FIELDS.entries())
      if (typeof cells[at] === 'string') row[field] = cells[at]
    for (const [at, field] of OWN_FIELDS.entries()) {
      const cell: unknown = cells[INVITEE_FIELDS.length + at]
      if (typeof cell === 'string' && cell !== '') row[field] = cell
    }
    return row
  })
}
