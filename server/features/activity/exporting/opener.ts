import { openBytes } from '../../../platform/crypto/cobblestone.ts'
import { fieldContextsOf } from '../../../platform/crypto/context.ts'
import type { ExportTask } from './protocol.ts'
import type { EntryOpener } from './rows.ts'

/** Opens entries of one room, as the keyring does, with the key alone. */
export function openerOf({ vault, retention }: ExportTask['key']): EntryOpener {
  const contextOf = fieldContextsOf(vault)
  return { open: async (_, __, purpose, sealed) => openBytes(retention, contextOf(purpose), sealed) }
}
