import {
  createDeliveries,
  createReadingPace,
  createUnlockedDocuments,
  type DeliveryParts,
  PreparedCopies,
  SlowAnswers,
} from './features/delivery/index.ts'
import type { DocumentParts } from './features/documents/index.ts'
import { queueReading, queueReadingAgain } from './features/search/index.ts'
import type { SessionGuard, Throttle } from './features/session/index.ts'
import type { Resources } from './resources.ts'

export function deliveryPartsOf(
  { pool, watermarks, converter, publicUrl, pageWaitMs, log }: Resources,
  { guard, throttle, ...documents }: DocumentParts & { readonly guard: SessionGuard; readonly throttle: Throttle },
  above: DeliveryParts['above'],
): DeliveryParts {
  const { database, blobs, content, activity, outbox, bus, clock, confirm } = documents
  return {
    ...{ database, blobs, content, pool, watermarks, converter, activity, bus, clock, log, confirm, throttle, above },
    ...{ prepared: new PreparedCopies(), sessions: guard, deliveries: createDeliveries(), slow: new SlowAnswers(pageWaitMs) },
    pace: createReadingPace({ database, activity, outbox, clock, publicUrl }),
    unlocked: createUnlockedDocuments({ database, bus, clock, sessions: guard }),
    events: { readable: queueReading, renewed: queueReadingAgain },
  }
}
