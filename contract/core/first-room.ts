/** What the first room and its operator are called where no setting says it. The first visit asks for what is still called so. */
export const FIRST_ROOM = { name: '첫 데이터룸', operatorName: '운영자', operatorEmail: 'operator@localhost' } as const
