import { refusalOf } from '../../../contract/core/permissions.ts'
import * as contract from '../../../contract/features/disclosure.ts'
import type { Actor } from '../../access/actor.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { DisclosureParts } from './disclosure.parts.ts'
import { exportIndex } from './index-export/export-index.ts'
import { exportPastIndex } from './index-export/export-past-index.ts'
import { fixRecord } from './record/fix-record.ts'
import { fetchRecord, listRecords } from './record/read-records.ts'

export const disclosureOperations = [
  contract.exportIndex,
  contract.exportSelection,
  contract.fixRecord,
  contract.listRecords,
  contract.fetchRecord,
] as const

export function disclosureHandlers(
  parts: DisclosureParts,
): Handlers<typeof disclosureOperations, Actor> {
  const making = new Set<number>()
  /** Memory holds a group's complete list. @throws Refusal BUSY */
  const alone = async <T>({ roomId }: Actor, make: () => Promise<T>): Promise<T> => {
    if (making.has(roomId) || making.size >= AT_ONCE) throw new Refusal('BUSY', { retryAfter: 5 })
    making.add(roomId)
    try {
      return await make()
    } finally {
      making.delete(roomId)
    }
  }
  return {
    'disclosure.index': ({ actor, query: { at, ...query }, language }) => {
      if (at === undefined) return exportIndex(parts, actor, query, language)
      const { format, groupId } = query
      if (groupId === undefined || (format !== 'xlsx' && format !== 'pdf'))
        throw new Refusal('BAD_REQUEST')
      // BUSY must not disclose a running export.
      const refused = refusalOf('disclosure.manage', actor)
      if (refused) throw new Refusal(refused)
      return alone(actor, () =>
        exportPastIndex(parts, actor, { format, groupId, at: new Date(at) }, language),
      )
    },
    'disclosure.selection': ({ actor, body, language }) =>
      exportIndex(parts, actor, body, language),
    'disclosure.fix': async ({ actor, body }) =>
      ok({ id: await alone(actor, () => fixRecord(parts, actor, body)) }),
    'disclosure.list': ({ actor, query }) => listRecords(parts, actor, query),
    'disclosure.file': ({ actor, params }) => fetchRecord(parts, actor, params.id),
  }
}

const AT_ONCE = 2
