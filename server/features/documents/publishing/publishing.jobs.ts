import { every, handle } from '../../../platform/jobs/job.ts'
import type { DocumentParts } from '../documents.parts.ts'
import type { MailingParts } from '../upload/mail-readers.ts'
import { publishDue } from './due-orders.ts'
import { publicationMailHandler } from './notify-of-publication.ts'
import { carryOut, type PublishingParts } from './publish-items.ts'
import { findDueOrder } from './publishing.read.ts'

/** Orders of one room that are due together are one publication. */
async function publishDueItems(parts: PublishingParts, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const order = await findDueOrder(parts.database.db, parts.clock.now())
    if (!order) return
    await carryOut(parts, order)
  }
}

export function publishingJobs(parts: PublishingParts & MailingParts & Pick<DocumentParts, 'database'>) {
  return {
    handlers: [handle(publishDue, (_, { signal }) => publishDueItems(parts, signal)), publicationMailHandler(parts)],
    recurring: [every(publishDue, '* * * * *')],
  }
}
