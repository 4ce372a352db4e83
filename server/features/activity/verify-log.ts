import { verify } from 'node:crypto'
import { type Known, type Means, type Verdict, verifyExport } from '../../../contract/proof/verify-export.ts'
import type { ActivityParts } from './activity.parts.ts'
import { headOf, rowsOf } from './export-entries.ts'
import { publicKeyOf } from './tree/checkpoint-signer.ts'
import { sha256 } from './tree/hash.ts'
import { findLogRoom, findTree } from './tree.store.ts'

/** What this machine checks exports with. */
export const nodeMeans: Means = {
  digest: sha256,
  verify: (publicKey, signature, data) => verify(null, data, publicKeyOf(publicKey), signature),
}

/**
 * Checks the log of a room as the database has it, every entry of it.
 * @param known an earlier checkpoint that somebody has kept: without one, a log that was cut off, or put back as it was, looks whole
 */
export async function verifyLog(
  parts: Pick<ActivityParts, 'database' | 'retention' | 'signer' | 'clock'>,
  roomId: number,
  known: Pick<Known, 'note'> = {},
): Promise<Verdict> {
  const { db } = parts.database
  const [room, tree] = [await findLogRoom(db, roomId), await findTree(db, roomId)]
  const head = headOf(parts, room, { note: tree?.note, filter: {} })
  return verifyExport(nodeMeans, head, rowsOf(parts, { roomId, zone: room.zone }, {}, tree?.size ?? 0, 'en'), known)
}
