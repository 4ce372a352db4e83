export { MembersPage } from './members-page.tsx'
export { membersQuery } from './members-query.ts'
