/** The first visit asks for unchanged values. */
export const FIRST_ROOM = {
  name: '첫 데이터룸',
  operatorName: '운영자',
  operatorEmail: 'operator@localhost',
} as const
