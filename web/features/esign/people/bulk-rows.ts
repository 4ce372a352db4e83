import { isEmail } from '../../../lib/input/is-email.ts'

export interface BulkRow {
  readonly name: string
  readonly email: string
}

export interface BulkFault {
  readonly line: number
  readonly text: string
  readonly problem: 'nameMissing' | 'emailMissing' | 'emailWrong' | 'repeated'
}

interface BulkTable {
  readonly rows: readonly BulkRow[]
  readonly faults: readonly BulkFault[]
}

const NAMES = ['이름', '성명', '성함', 'name', 'fullname']
const ADDRESSES = [
  '이메일',
  '이메일주소',
  '메일',
  '메일주소',
  '전자우편',
  'email',
  'emailaddress',
  'mail',
]

const heading = (cell: string): string =>
  cell
    .normalize('NFC')
    .toLowerCase()
    .replace(/[([].*$/, '')
    .replace(/[^\p{L}]/gu, '')

const clean = (cell: string | undefined): string =>
  (cell ?? '')
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()

export function bulkRows(table: readonly (readonly string[])[]): BulkTable {
  const first = table.findIndex((line) => line.some((cell) => cell.trim() !== ''))
  const headings = table[first]?.map(heading) ?? []
  const address = headings.findIndex((cell) => ADDRESSES.includes(cell))
  const name = headings.findIndex((cell) => NAMES.includes(cell))
  const hasHeader = address >= 0
  const columns = hasHeader ? { name, email: address } : { name: 0, email: 1 }
  const rows: BulkRow[] = []
  const faults: BulkFault[] = []
  const seen = new Set<string>()
  for (const [index, line] of table.entries()) {
    if (index < first || (hasHeader && index === first) || line.every((cell) => cell.trim() === ''))
      continue
    const row = { name: clean(line[columns.name]), email: clean(line[columns.email]) }
    const problem = problemOf(row, seen)
    seen.add(row.email.toLowerCase())
    if (problem) faults.push({ line: index + 1, text: row.name || row.email, problem })
    else rows.push(row)
  }
  return { rows, faults }
}

function problemOf(
  { name, email }: BulkRow,
  seen: ReadonlySet<string>,
): BulkFault['problem'] | undefined {
  if (name === '') return 'nameMissing'
  if (email === '') return 'emailMissing'
  if (!isEmail(email)) return 'emailWrong'
  return seen.has(email.toLowerCase()) ? 'repeated' : undefined
}
