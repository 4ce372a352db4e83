export { messageJobs } from './messages.jobs.ts'
export type { MessageParts } from './messages.parts.ts'
export { messageHandlers, messageOperations } from './messages.routes.ts'
