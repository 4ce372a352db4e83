import * as contract from '../../../../contract/features/publishing.ts'
import type { Actor } from '../../../access/actor.ts'
import { relyOn } from '../../../access/rules-in-use.store.ts'
import { RELEASE_RULES } from '../../../platform/db/process-row.ts'
import { DONE, ok } from '../../../platform/http/envelope.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { openItem } from '../items/change-item.ts'
import { announce } from '../upload/announce.ts'
import { checkItems } from './check-items.ts'
import { listWaiting } from './list-waiting.ts'
import { cancelOrders, publishItems, unpublishItems } from './publish-items.ts'
import { updateStaging } from './publishing.store.ts'

export const publishingOperations = [
  contract.publish,
  contract.unpublish,
  contract.cancel,
  contract.staged,
  contract.check,
  contract.updateFolder,
] as const

export function publishingHandlers(
  parts: DocumentParts,
): Handlers<typeof publishingOperations, Actor> {
  return {
    'publishing.publish': async ({ actor, body }) => ok(await publishItems(parts, actor, body)),
    'publishing.unpublish': async ({ actor, body }) => ok(await unpublishItems(parts, actor, body)),
    'publishing.cancel': async ({ actor, body }) => ({
      ...DONE,
      orders: await cancelOrders(parts, actor, body.ids),
    }),
    'publishing.staged': ({ actor, query }) => listWaiting(parts, actor, query),
    'publishing.check': ({ actor, body }) => checkItems(parts, actor, body),
    'publishing.updateFolder': async ({ actor, body: { fileId, staging } }) => {
      await parts.database.transaction(async (tx) => {
        const { name, folder, parent_id } = await openItem(tx, parts, actor, fileId, 'publish')
        if (!folder) throw new Refusal('NOT_FOUND')
        if (staging) await relyOn(tx, RELEASE_RULES.staging)
        if (!(await updateStaging(tx, fileId, staging))) return
        await parts.activity.record(tx, actor, 'document.staging', {
          itemId: fileId,
          name,
          staging,
        })
        await announce(tx, parts, actor.roomId, [parent_id], { unseen: true })
      })
      return DONE
    },
  }
}
