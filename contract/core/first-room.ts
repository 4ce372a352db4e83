/** The first visit asks for the values that still equal these. */
export const FIRST_ROOM = { name: '첫 데이터룸', operatorName: '운영자', operatorEmail: 'operator@localhost' } as const
