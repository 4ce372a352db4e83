import type { Readable } from 'node:stream'
import type { Extension } from '../../../../contract/core/limits.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { type StoredItem, type StoringParts, storeFiles } from './store-file.ts'
import { writeContent } from './write-content.ts'

interface MadeFile {
  readonly parent: number
  readonly name: string
  readonly ext: Extension
  readonly content: Readable
}

/**
 * An error leaves no trace.
 * @param also runs in the same transaction
 * @throws Refusal NOT_FOUND, NO_SPACE, as `confirm`
 */
export async function storeMadeFile(
  parts: StoringParts & Pick<DocumentParts, 'database'>,
  actor: Actor,
  { parent, name, ext, content }: MadeFile,
  also: (tx: Tx, item: StoredItem) => Promise<void>,
): Promise<StoredItem> {
  const { content: made, segment } = await writeContent(parts.content, actor.roomId, content)
  const { size, sha256 } = segment
  const file = { folders: [], name, ext, size, sha256, content: made }
  try {
    return await parts.database.transaction(async (tx) => {
      const [item] = (
        await storeFiles(tx, parts, actor, {
          parent,
          files: [file],
          conflict: 'keep',
          permission: 'documents.write',
        })
      ).stored
      if (!item) throw new Refusal('FOLDER_DEPTH')
      await also(tx, item)
      return item
    })
  } catch (error) {
    // After other errors, the commit may have succeeded.
    if (error instanceof Refusal) await parts.content.discard(made)
    throw error
  }
}
