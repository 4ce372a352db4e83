import type { Log } from '../../platform/log/log.ts'
import type { DocumentParts } from './documents.parts.ts'
import { periodicMailJobs } from './news/mails/periodic-mails.ts'
import { publishingJobs } from './publishing/publishing.jobs.ts'
import { sweepJobs } from './storage/sweep-blobs.ts'
import { submissionMailHandler } from './submissions/notify-operators.ts'
import { trashJobs } from './trash/purge-trash.ts'
import { notifyJobs } from './upload/notify-readers.ts'
import { expireJobs } from './upload/resumable/expire-uploads.ts'
import { versionJobs } from './versions/expire-versions.ts'

export function documentJobs(parts: DocumentParts, log: Log) {
  const jobs = [
    sweepJobs(parts, log),
    trashJobs(parts, log),
    versionJobs(parts, log),
    expireJobs(parts, log),
    notifyJobs(parts),
    publishingJobs(parts),
    periodicMailJobs(parts),
    { handlers: [submissionMailHandler(parts)], recurring: [] },
  ]
  return {
    handlers: jobs.flatMap((each) => each.handlers),
    recurring: jobs.flatMap((each) => each.recurring),
  }
}
