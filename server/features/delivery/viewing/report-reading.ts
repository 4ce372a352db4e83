import type { InputOf } from '../../../../contract/core/operation.ts'
import type * as contract from '../../../../contract/features/renditions.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { notePage } from '../../documents/index.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import { type HeldReading, holdUntold, noteReported, recordCaptureOnce } from '../delivery.store.ts'
import { closeLease, type LeasedDocument, leased, type ViewingParts } from './view-document.ts'

type ViewReport = InputOf<typeof contract.report>['body'][number]

/** A held key repeats. */
const CAPTURE_EVERY_MS = 15_000
/** Shorter times could flood the log. */
const LEAST_SECONDS = 1
/** Repeated calls' delays may differ. */
const REPEATED_WITHIN_MS = 10_000

/** @throws Refusal NOT_FOUND for another session's lease or an unknown page */
export async function reportReading(
  parts: ViewingParts & Pick<DeliveryParts, 'slow' | 'activity'>,
  actor: Actor,
  reports: readonly ViewReport[],
  signal: AbortSignal,
): Promise<void> {
  const names = [...new Set(reports.map(({ name }) => name))].sort()
  const documents: LeasedDocument[] = []
  for (const name of names)
    documents.push(await leased(parts, actor, { name, purpose: 'open' }, signal))
  const reportsOf = (document: LeasedDocument): ViewReport[] =>
    reports.filter(({ name }) => name === document.name)
  for (const document of documents) {
    if (reportsOf(document).some(({ page }) => page > document.pageCount))
      throw new Refusal('NOT_FOUND')
  }
  await parts.database.transaction(async (tx) => {
    for (const document of documents) await log(tx, parts, actor, document, reportsOf(document))
  })
  for (const { name } of documents)
    if (reports.some((report) => report.name === name && report.last))
      await closeLease(parts, actor, name)
}

async function log(
  tx: Tx,
  parts: Pick<DeliveryParts, 'activity' | 'clock'>,
  actor: Actor,
  { name, item }: LeasedDocument,
  reports: readonly ViewReport[],
): Promise<void> {
  const details = { itemId: item.id, name: item.name }
  const at = parts.clock.now()
  const capture = reports.find(({ type }) => type === 'capture')
  if (
    capture &&
    (await recordCaptureOnce(tx, name, { at, before: new Date(at.getTime() - CAPTURE_EVERY_MS) }))
  ) {
    await parts.activity.record(tx, actor, 'document.capture-attempted', {
      ...details,
      page: capture.page,
    })
  }
  const page = reports.findLast(({ type }) => type === 'view')?.page
  if (page !== undefined) await notePage(tx, actor, { itemId: item.id, page })
  const reported = await holdUntold(tx, name)
  if (!reported) return
  const seen = (at.getTime() - reported.since.getTime()) / 1000
  if (seen < LEAST_SECONDS) return
  const pages = timesOf(
    reports.filter((report) => !isRepeated(report, at, reported)),
    seen,
  )
  if (pages.length === 0) return
  const entryId = await parts.activity.recordReading(
    tx,
    actor,
    'document.pages-viewed',
    { ...details, pages },
    reported.entryId,
  )
  await noteReported(tx, name, at, entryId)
}

function isRepeated({ ago }: ViewReport, at: Date, { since, isReported }: HeldReading): boolean {
  return (
    ago !== undefined &&
    at.getTime() - ago * 1_000 <= since.getTime() + (isReported ? REPEATED_WITHIN_MS : 0)
  )
}

/** Scales the reported seconds down to the time the server measured. */
function timesOf(
  reports: readonly ViewReport[],
  seen: number,
): { page: number; seconds: number }[] {
  const reported = new Map<number, number>()
  for (const { type, page, seconds = 0 } of reports)
    if (type === 'view') reported.set(page, (reported.get(page) ?? 0) + seconds)
  const total = [...reported.values()].reduce((sum, seconds) => sum + seconds, 0)
  const share = total > seen ? seen / total : 1
  const times = [...reported].map(([page, seconds]) => ({
    page,
    seconds: Math.round(seconds * share * 10) / 10,
  }))
  return times.filter(({ seconds }) => seconds > 0)
}
