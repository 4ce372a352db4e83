import { z } from 'zod'
import * as contract from '../../../contract/features/renditions.ts'
import type { Actor } from '../../access/actor.ts'
import { ConcurrencyLimiter } from '../../platform/http/concurrency-limiter.ts'
import { DONE, ok } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { every, handle, jobType } from '../../platform/jobs/job.ts'
import type { DeliveryParts } from './delivery.parts.ts'
import { archiveTicketsSince, leaseCutoff, ticketsSince } from './delivery.rules.ts'
import { deleteOldTickets, deleteUnusedLeases } from './delivery.store.ts'
import { downloadByFilename, downloadMarked } from './download/download-document.ts'
import { downloadZip } from './download/download-zip.ts'
import { fetchTicket } from './download/fetch-ticket.ts'
import { issueTicket, ticketUrl } from './download/issue-ticket.ts'
import { prepareTicket } from './download/prepare-ticket.ts'
import { laneHandler } from './preview/conversion-lanes.ts'
import { conversionHandler } from './preview/convert-document.ts'
import { inspectionHandler } from './preview/inspect-document.ts'
import { retryPreview, revivalHandler } from './preview/retry-preview.ts'
import { findInDocument } from './viewing/find-in-document.ts'
import { loadPreview, loadPrint } from './viewing/load-rendition.ts'
import { pageLinks, pageText } from './viewing/read-page.ts'
import { reportReading } from './viewing/report-reading.ts'
import { unlockDocument } from './viewing/unlock-document.ts'
import { closeLease, findLeasePages, openLease, pageImage } from './viewing/view-document.ts'

export const deliveryOperations = [
  contract.open,
  contract.manifest,
  contract.page,
  contract.text,
  contract.links,
  contract.find,
  contract.unlock,
  contract.report,
  contract.close,
  contract.original,
  contract.retryPreview,
  contract.zip,
  contract.ticket,
  contract.prepareTicket,
  contract.fetchTicket,
  contract.load,
  contract.watermarked,
] as const

const DEFAULT_WIDTH = 1_200

/** Abandoned searches may still run. */
const SEARCHES = { perMember: 3, retryAfter: 1 }

export function deliveryHandlers(parts: DeliveryParts): Handlers<typeof deliveryOperations, Actor> {
  const searches = new ConcurrencyLimiter(SEARCHES)
  return {
    'renditions.open': async ({ actor, params, query, signal }) => {
      const lease = await openLease(
        parts,
        actor,
        { itemId: params.id, number: query.version },
        signal,
      )
      return ok({ ...lease, path: contract.manifest.path.replace(':name', lease.name) })
    },
    'renditions.manifest': async ({ actor, params, signal }) =>
      ok(await findLeasePages(parts, actor, params.name, signal)),
    'renditions.page': ({ actor, params, query, signal }) => {
      const { width = DEFAULT_WIDTH, tile, prefetch } = query
      return pageImage(parts, actor, { ...params, width, tile, prefetch: prefetch === '1' }, signal)
    },
    'renditions.text': async ({ actor, params, signal }) =>
      ok(await pageText(parts, actor, params, signal)),
    'renditions.links': async ({ actor, params, signal }) => {
      const { links, ...beside } = await pageLinks(parts, actor, params, signal)
      return { payload: [...links], ...beside }
    },
    'renditions.find': async ({ actor, params, query, signal }) => {
      const release = searches.take(actor.memberId)
      try {
        const { hits, cut } = await findInDocument(parts, actor, { ...params, ...query }, signal)
        return { payload: hits, cut }
      } finally {
        release()
      }
    },
    'renditions.unlock': async ({ actor, params, body, signal }) =>
      ok(
        await unlockDocument(parts, actor, { name: params.name, password: body.password }, signal),
      ),
    'renditions.report': async ({ actor, body, signal }) => {
      await reportReading(parts, actor, body, signal)
      return DONE
    },
    'renditions.close': async ({ actor, params }) => {
      await closeLease(parts, actor, params.name)
      return DONE
    },
    'renditions.retryPreview': async ({ actor, body }) => {
      await retryPreview(parts, actor, body.fileId)
      return DONE
    },
    'renditions.original': ({ actor, params, request, signal }) =>
      downloadByFilename(parts, actor, params.filename, { headers: request.headers, signal }),
    'renditions.zip': ({ actor, body, signal }) => downloadZip(parts, actor, body.fileIds, signal),
    'renditions.ticket': async ({ actor, body, signal }) => {
      const { token, isMarked } = await issueTicket(parts, actor, body, signal)
      return ok({ url: ticketUrl(token), ...(isMarked ? { prepare: token } : {}) })
    },
    'renditions.prepareTicket': ({ actor, body, language, signal }) =>
      prepareTicket(parts, actor, body.ticket, { language, signal }),
    'renditions.fetchTicket': ({ params, ...call }) => fetchTicket(parts, params.ticket, call),
    'renditions.load': ({ actor, body, signal }) =>
      (body.type === 1 ? loadPreview : loadPrint)(parts, actor, body.fileId, signal),
    'renditions.watermarked': ({ actor, body, signal }) =>
      downloadMarked(parts, actor, body.fileId, signal),
  }
}

const tidyUp = jobType('renditions.tidy', z.object({}), { maxAttempts: 1 })

export function deliveryJobs(parts: DeliveryParts) {
  const { db } = parts.database
  const tidy = handle(tidyUp, async () => {
    const now = parts.clock.now()
    await deleteUnusedLeases(db, leaseCutoff(now))
    await deleteOldTickets(db, {
      before: ticketsSince(now),
      ofArchivesBefore: archiveTicketsSince(now),
    })
  })
  return {
    handlers: [
      inspectionHandler(parts),
      conversionHandler(parts),
      laneHandler(parts),
      revivalHandler(parts),
      tidy,
    ],
    recurring: [every(tidyUp, '*/10 * * * *')],
  }
}
