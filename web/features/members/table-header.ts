import { INVITEE_FIELDS, type InviteeField } from './invitee-rows.ts'

/** How columns are called, without blanks and punctuation. */
const NAMES: Readonly<Record<InviteeField, readonly string[]>> = {
  name: ['이름', '성명', '성함', 'name', 'fullname', 'username'],
  division: [
    '소속',
    '회사',
    '회사명',
    '기관',
    '기관명',
    '부서',
    'division',
    'company',
    'organization',
    'organisation',
    'department',
    'firm',
  ],
  position: ['직책', '직위', '직급', '역할', '소속직책', '역할소속', 'position', 'title', 'jobtitle', 'role'],
  email: ['이메일', '이메일주소', '메일', '메일주소', '전자우편', 'email', 'emailaddress', 'mail'],
  phone: ['전화', '전화번호', '연락처', '휴대폰', '휴대폰번호', '휴대전화', '핸드폰', 'phone', 'phonenumber', 'mobile', 'telephone', 'tel'],
}

const fieldOf = (cell: string): InviteeField | undefined => {
  // What stands in brackets, such as (필수), is no part of the name.
  const name = cell
    .normalize('NFC')
    .toLowerCase()
    .replace(/[([].*$/, '')
    .replace(/[^\p{L}]/gu, '')
  return INVITEE_FIELDS.find((field) => NAMES[field].includes(name))
}

interface Arranged {
  /** In the order of the fields. */
  readonly cells: readonly (readonly string[])[]
  /** How many lines at the top were no people. */
  readonly headerLines: number
}

/** A table with its columns in the order of the fields: as its first filled line names them, or as they are where that names no addresses. */
export function arrangeByHeader(table: readonly (readonly string[])[]): Arranged {
  const at = table.findIndex((line) => line.some((cell) => cell !== ''))
  const fields = table[at]?.map(fieldOf) ?? []
  if (!fields.includes('email')) return { cells: table, headerLines: 0 }
  const columns = INVITEE_FIELDS.map((field) => fields.indexOf(field))
  const cells = table.slice(at + 1).map((line) => columns.map((column) => line[column] ?? ''))
  return { cells, headerLines: at + 1 }
}
