import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { JobContext } from '../../../platform/jobs/job.ts'
import { layoutOf } from '../../../workers/convert/index.ts'
import { holdPreviewed, renewPreviews, type VersionRow, versionOf } from '../../documents/index.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import { isAnyRead } from '../delivery.read.ts'
import { leaseCutoff } from '../delivery.rules.ts'
import { contentOf, type MadePreview, makePreview } from './convert-document.ts'

export type RenewingParts = Pick<
  DeliveryParts,
  'database' | 'blobs' | 'content' | 'pool' | 'converter' | 'bus' | 'clock' | 'log' | 'events'
>

/** Live leases must keep their pages. */
class BeingRead extends Error {}

/** A failure keeps the old PDF. @returns the time of the retry if somebody reads it */
export async function renewPreview(
  parts: RenewingParts,
  { roomId, versionId }: { readonly roomId: number; readonly versionId: number },
  { signal, attempt, lastAttempt }: JobContext,
): Promise<{ readonly later: Date } | undefined> {
  const { database, clock } = parts
  const version = await versionOf(database.db, roomId, versionId)
  if (version?.status !== 'READY' || version.ext === '') return undefined
  const later = { later: new Date(clock.now().getTime() + LIMITS.leaseIdleMs) }
  const layout = layoutOf(version.ext)
  let made: MadePreview | undefined
  try {
    await database.transaction((tx) => holdUnread(parts, tx, version))
    made = lastAttempt
      ? undefined
      : await makePreview(parts, roomId, contentOf(parts, roomId, version), {
          signal,
          repeated: attempt > 1,
        })
    if (made?.status === 'NO_CONVERTER') return undefined
    await replace(parts, roomId, { version, layout, made })
    return undefined
  } catch (error) {
    if (!(error instanceof BeingRead)) throw error
    if (made?.preview) await parts.content.discard(made.preview)
    return later
  }
}

interface Renewal {
  readonly version: VersionRow
  readonly layout: number
  readonly made: MadePreview | undefined
}

async function replace(
  parts: Pick<DeliveryParts, 'database' | 'content' | 'bus' | 'clock' | 'events'>,
  roomId: number,
  { version, layout, made }: Renewal,
): Promise<void> {
  const isReplaced = await parts.database.transaction(async (tx) => {
    const versions = await holdUnread(parts, tx, version)
    const isRenewed = await renewPreviews(tx, parts, versions, {
      pages: made?.pages ?? [],
      preview: made?.preview,
      layout,
    })
    if (isRenewed)
      await parts.events.renewed(tx, {
        roomId,
        versionId: version.id,
        contentUid: version.content_uid,
      })
    return isRenewed
  })
  // The sweep removes the old PDF, because a copy may be in progress.
  if (!isReplaced && made?.preview) await parts.content.discard(made.preview)
}

/** Prevents new readings until the transaction ends. @throws BeingRead */
async function holdUnread(
  { clock }: Pick<DeliveryParts, 'clock'>,
  tx: Tx,
  { content_uid: contentUid }: VersionRow,
) {
  const versions = await holdPreviewed(tx, contentUid)
  const versionIds = versions.map(({ versionId }) => versionId)
  if (await isAnyRead(tx, versionIds, leaseCutoff(clock.now()))) throw new BeingRead()
  return versions
}
