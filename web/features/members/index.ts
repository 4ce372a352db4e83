export { ActivityProvider } from './activity-context.ts'
export { MembersPage } from './members-page.tsx'
export { RootRightsProvider } from './root-rights-context.ts'
export { ViewAsProvider } from './view-as-context.ts'
