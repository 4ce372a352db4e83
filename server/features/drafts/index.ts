export { draftJobs } from './drafts.jobs.ts'
export { draftHandlers, draftOperations } from './drafts.routes.ts'
export { sealedDraftColumns } from './own-draft.ts'
