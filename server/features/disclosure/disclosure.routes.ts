import * as contract from '../../../contract/features/disclosure.ts'
import type { Actor } from '../../access/actor.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { DisclosureParts } from './disclosure.parts.ts'
import { exportIndex } from './index-export/export-index.ts'
import { fixRecord } from './record/fix-record.ts'
import { fetchRecord, listRecords } from './record/read-records.ts'

export const disclosureOperations = [
  contract.exportIndex,
  contract.exportSelection,
  contract.fixRecord,
  contract.listRecords,
  contract.fetchRecord,
] as const

export function disclosureHandlers(parts: DisclosureParts): Handlers<typeof disclosureOperations, Actor> {
  const making = new Set<number>()
  return {
    'disclosure.index': ({ actor, query, language }) => exportIndex(parts, actor, query, language),
    'disclosure.selection': ({ actor, body, language }) => exportIndex(parts, actor, body, language),
    'disclosure.fix': async ({ actor, body }) => {
      // A record holds the whole index in memory while it is made.
      if (making.has(actor.roomId) || making.size >= AT_ONCE) throw new Refusal('BUSY', { retryAfter: 5 })
      making.add(actor.roomId)
      try {
        return ok({ id: await fixRecord(parts, actor, body) })
      } finally {
        making.delete(actor.roomId)
      }
    },
    'disclosure.list': ({ actor, query }) => listRecords(parts, actor, query),
    'disclosure.file': ({ actor, params }) => fetchRecord(parts, actor, params.id),
  }
}

/** Of different rooms. */
const AT_ONCE = 2
