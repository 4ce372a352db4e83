export { ActivityProvider } from './activity-context.ts'
export { MembersPage } from './members-page.tsx'
export { ViewAsProvider } from './view-as-context.ts'
