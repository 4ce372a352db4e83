import type { InputOf } from '../../../contract/core/operation.ts'
import type * as contract from '../../../contract/features/renditions.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { RenditionParts } from './renditions.parts.ts'
import { claimCapture, holdUntold, noteReported, type Told } from './renditions.store.ts'
import { closeLease, type LeasedDocument, leased } from './view-document.ts'

type Report = InputOf<typeof contract.report>['body'][number]

/** Of a lease, attempts to capture the screen are logged no more often: a held key repeats itself. */
const CAPTURE_EVERY_MS = 15_000
/** Time is told in whole seconds of a lease at least, so that nobody fills the log with crumbs. */
const LEAST_SECONDS = 1
/** By so much the ways of a call that is repeated may differ: what then seems to be younger than the last report is the same. */
const REPEATED_WITHIN_MS = 10_000

/** Logs what a browser tells of documents that it shows. @throws Refusal NOT_FOUND where one is no lease of this session, or has no such page. */
export async function reportReading(parts: RenditionParts, actor: Actor, reports: readonly Report[], signal: AbortSignal): Promise<void> {
  const names = [...new Set(reports.map(({ name }) => name))].sort()
  const documents: LeasedDocument[] = []
  for (const name of names) documents.push(await leased(parts, actor, { name, purpose: 'open' }, signal))
  const reportsOf = (document: LeasedDocument): Report[] => reports.filter(({ name }) => name === document.name)
  for (const document of documents) {
    if (reportsOf(document).some(({ page }) => page > document.pageCount)) throw new Refusal('NOT_FOUND')
  }
  await parts.database.transaction(async (tx) => {
    for (const document of documents) await log(tx, parts, actor, document, reportsOf(document))
  })
  for (const { name } of documents) if (reports.some((report) => report.name === name && report.last)) await closeLease(parts, actor, name)
}

async function log(tx: Tx, parts: RenditionParts, actor: Actor, { name, item }: LeasedDocument, reports: readonly Report[]): Promise<void> {
  const details = { itemId: item.id, name: item.name }
  const at = parts.clock.now()
  const capture = reports.find(({ type }) => type === 'capture')
  if (capture && (await claimCapture(tx, name, { at, before: new Date(at.getTime() - CAPTURE_EVERY_MS) }))) {
    await parts.activity.record(tx, actor, 'document.capture-attempted', { ...details, page: capture.page })
  }
  const told = await holdUntold(tx, name)
  if (!told) return
  const seen = (at.getTime() - told.since.getTime()) / 1000
  if (seen < LEAST_SECONDS) return
  const pages = timesOf(
    reports.filter((report) => !isRepeated(report, at, told)),
    seen,
  )
  if (pages.length === 0) return
  const entryId = await parts.activity.recordReading(tx, actor, 'document.pages-viewed', { ...details, pages }, told.entryId)
  await noteReported(tx, name, at, entryId)
}

/** Whether a report has arrived before: it was told first before the lease was there, or no later than when the last one was taken. */
function isRepeated({ ago }: Report, at: Date, { since, isReported }: Told): boolean {
  return ago !== undefined && at.getTime() - ago * 1_000 <= since.getTime() + (isReported ? REPEATED_WITHIN_MS : 0)
}

/** How long each page was looked at, all together no longer than the server has seen the document open. */
function timesOf(reports: readonly Report[], seen: number): { page: number; seconds: number }[] {
  const told = new Map<number, number>()
  for (const { type, page, seconds = 0 } of reports) if (type === 'view') told.set(page, (told.get(page) ?? 0) + seconds)
  const total = [...told.values()].reduce((sum, seconds) => sum + seconds, 0)
  const share = total > seen ? seen / total : 1
  const times = [...told].map(([page, seconds]) => ({ page, seconds: Math.round(seconds * share * 10) / 10 }))
  return times.filter(({ seconds }) => seconds > 0)
}
