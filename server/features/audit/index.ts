export { activityJobs } from './audit.jobs.ts'
export type { ActivityParts } from './audit.parts.ts'
export { activityHandlers, activityOperations } from './audit.routes.ts'
export { busiestPeople, entriesPerDay } from './count-activity.ts'
export { createLogExporter } from './export/export-thread.ts'
export { checkpointNow, logFile } from './export/log-files.ts'
export { eventsAfter, placeOfEntry } from './placed-events.ts'
export { type PresentedEntry, presentEntries } from './present-entries.ts'
export {
  type ActivityLog,
  type AnnouncedEntry,
  type AuditActor,
  createActivityLog,
  machine,
} from './record-activity.ts'
export { recordOnce } from './record-once.ts'
export { createCheckpointSigner } from './tree/checkpoint-signer.ts'
export { countStrangeLogs } from './tree/find-strange-logs.ts'
export { createSequencer } from './tree/sequence-entries.ts'
export { lastTree, settledTree } from './tree/settled-tree.ts'
export { type CheckedLog, verifyLog } from './tree/verify-log.ts'
