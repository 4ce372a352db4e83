import type { Log } from '../../platform/log/log.ts'
import type { DocumentParts } from './documents.parts.ts'
import { versionJobs } from './expire-versions.ts'
import { notifyJobs } from './notify-readers.ts'
import { trashJobs } from './purge-trash.ts'
import { expireJobs } from './resumable/expire-uploads.ts'
import { sweepJobs } from './sweep-blobs.ts'

/** Background work of this feature. */
export function documentJobs(parts: DocumentParts, log: Log) {
  const jobs = [sweepJobs(parts, log), trashJobs(parts, log), versionJobs(parts, log), expireJobs(parts, log), notifyJobs(parts)]
  return { handlers: jobs.flatMap((each) => each.handlers), recurring: jobs.flatMap((each) => each.recurring) }
}
