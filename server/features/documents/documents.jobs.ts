import type { Log } from '../../platform/log/log.ts'
import type { DocumentParts } from './documents.parts.ts'
import { trashJobs } from './purge-trash.ts'
import { sweepJobs } from './sweep-blobs.ts'

/** Background work of this feature. */
export function documentJobs(parts: Pick<DocumentParts, 'database' | 'blobs' | 'activity' | 'clock'>, log: Log) {
  const [sweep, trash] = [sweepJobs(parts, log), trashJobs(parts, log)]
  return { handlers: [...sweep.handlers, ...trash.handlers], recurring: [...sweep.recurring, ...trash.recurring] }
}
