import {
  INVITEE_FIELDS,
  type InviteeField,
  OWN_FIELDS,
  type OwnField,
} from '../invite/invitee-rows.ts'

export type TableField = InviteeField | OwnField

export const TABLE_FIELDS = [...INVITEE_FIELDS, ...OWN_FIELDS] as const

const NAMES: Readonly<Record<TableField, readonly string[]>> = {
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
  position: [
    '직책',
    '직위',
    '직급',
    '역할',
    '소속직책',
    '역할소속',
    'position',
    'title',
    'jobtitle',
    'role',
  ],
  email: ['이메일', '이메일주소', '메일', '메일주소', '전자우편', 'email', 'emailaddress', 'mail'],
  phone: [
    '전화',
    '전화번호',
    '연락처',
    '휴대폰',
    '휴대폰번호',
    '휴대전화',
    '핸드폰',
    'phone',
    'phonenumber',
    'mobile',
    'telephone',
    'tel',
  ],
  group: ['그룹', '그룹명', '그룹이름', 'group', 'groupname'],
  print: ['인쇄', '인쇄권한', '인쇄허용', 'print', 'printing'],
  download: ['다운로드', '다운로드권한', '다운로드허용', 'download', 'downloading'],
  until: [
    '종료일',
    '이용종료일',
    '접근종료일',
    '만료일',
    'until',
    'accessuntil',
    'enddate',
    'end',
    'expires',
  ],
}

const fieldOf = (cell: string): TableField | undefined => {
  const name = cell
    .normalize('NFC')
    .toLowerCase()
    .replace(/[([].*$/, '')
    .replace(/[^\p{L}]/gu, '')
  return TABLE_FIELDS.find((field) => NAMES[field].includes(name))
}

interface Arranged {
  readonly cells: readonly (readonly string[])[]
  readonly headerLines: number
}

export function arrangeByHeader(table: readonly (readonly string[])[]): Arranged {
  const at = table.findIndex((line) => line.some((cell) => cell !== ''))
  const fields = table[at]?.map(fieldOf) ?? []
  if (!fields.includes('email'))
    return { cells: table.map((line) => line.slice(0, INVITEE_FIELDS.length)), headerLines: 0 }
  const columns = TABLE_FIELDS.map((field) => fields.indexOf(field))
  const cells = table.slice(at + 1).map((line) => columns.map((column) => line[column] ?? ''))
  return { cells, headerLines: at + 1 }
}
