import { every, handle } from '../../../platform/jobs/job.ts'
import type { DocumentParts } from '../documents.parts.ts'
import type { MailingParts } from '../upload/mail-readers.ts'
import { publishDue } from './due-orders.ts'
import { publicationMailHandler } from './notify-of-publication.ts'
import { carryOut, type PublishingParts } from './publish-items.ts'
import { findDueOrder } from './publishing.read.ts'

/** Orders of one room and time form one publication. */
async function publishDueItems(parts: PublishingParts, signal: AbortSignal): Promise<void> {
  const failures = new Map<number, unknown>()
  for (;;) {
    signal.throwIfAborted()
    const order = await findDueOrder(parts.database.db, parts.clock.now(), [...failures.keys()])
    if (!order) break
    await carryOut(parts, order).catch((error: unknown) => failures.set(order.room_id, error))
  }
  if (failures.size > 0)
    throw new AggregateError(
      failures.values(),
      `orders of ${failures.size} rooms were not carried out`,
    )
}

export function publishingJobs(
  parts: PublishingParts & MailingParts & Pick<DocumentParts, 'database'>,
) {
  return {
    handlers: [
      handle(publishDue, (_, { signal }) => publishDueItems(parts, signal)),
      publicationMailHandler(parts),
    ],
    recurring: [every(publishDue, '* * * * *')],
  }
}
