export { createComposeFiles } from './compose-files.ts'
export { sealingJobs } from './sealing/sealing.jobs.ts'
export type { SealingParts } from './sealing/sealing.parts.ts'
export { sealingHandlers, sealingOperations } from './sealing/sealing.routes.ts'
