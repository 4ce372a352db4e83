export { draftJobs } from './drafts.jobs.ts'
export { draftHandlers, draftOperations } from './drafts.routes.ts'
export { encryptedDraftColumns } from './own-draft.ts'
