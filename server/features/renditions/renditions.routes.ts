import { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import * as contract from '../../../contract/features/renditions.ts'
import type { Actor } from '../../access/actor.ts'
import { DONE, ok } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { every, handle, jobType } from '../../platform/jobs/job.ts'
import { downloadOriginal } from './download-original.ts'
import { inspectionHandler } from './inspect-document.ts'
import type { RenditionParts } from './renditions.parts.ts'
import { deleteUnusedLeases } from './renditions.store.ts'
import { closeLease, leaseManifest, openLease, pageImage } from './view-document.ts'

export const renditionOperations = [contract.open, contract.manifest, contract.page, contract.close, contract.original] as const

const DEFAULT_WIDTH = 1_200

export function renditionHandlers(parts: RenditionParts): Handlers<typeof renditionOperations, Actor> {
  return {
    'renditions.open': async ({ actor, params, query, signal }) => {
      const lease = await openLease(parts, actor, { itemId: params.id, number: query.version }, signal)
      return ok({ ...lease, path: contract.manifest.path.replace(':name', lease.name) })
    },
    'renditions.manifest': async ({ actor, params, signal }) => {
      const { pages } = await leaseManifest(parts, actor, params.name, signal)
      return ok({ pages: [...pages], textLayer: false })
    },
    'renditions.page': ({ actor, params, query, signal }) => {
      const { name, page } = params
      return pageImage(parts, actor, { name, page, width: query.width ?? DEFAULT_WIDTH, prefetch: query.prefetch === '1' }, signal)
    },
    'renditions.close': async ({ actor, params }) => {
      await closeLease(parts, actor, params.name)
      return DONE
    },
    'renditions.original': ({ actor, params, request }) => downloadOriginal(parts, actor, params.filename, request.headers),
  }
}

const tidyLeases = jobType('renditions.tidy', z.object({}), { maxAttempts: 1 })

/** Background work of this feature. */
export function renditionJobs(parts: RenditionParts) {
  const tidy = handle(tidyLeases, () => deleteUnusedLeases(parts.database.db, new Date(parts.clock.now().getTime() - LIMITS.leaseIdleMs)))
  return { handlers: [inspectionHandler(parts), tidy], recurring: [every(tidyLeases, '*/10 * * * *')] }
}
