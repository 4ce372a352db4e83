export { type ActivityLog, createActivityLog, type Doer } from './record-activity.ts'
