export { ActivityProvider } from './activity-context.ts'
export { MembersPage } from './members-page.tsx'
export { RightsProvider } from './rights-context.ts'
export { ViewAsProvider } from './view-as-context.ts'
