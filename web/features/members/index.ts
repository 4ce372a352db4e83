export { MembersPage } from './members-page.tsx'
export { ViewAsProvider } from './view-as-context.ts'
