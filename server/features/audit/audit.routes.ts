import { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import * as contract from '../../../contract/features/history.ts'
import { toBase64 } from '../../../contract/proof/bytes.ts'
import type { Actor } from '../../access/actor.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findDays, findLogPeople, isUserOfRoom } from './audit.read.ts'
import { type ExportParts, exportEntries } from './export/export-entries.ts'
import { listEntries } from './list-entries.ts'
import { LogTree } from './tree/log-tree.ts'
import { findLogRoom, findTree, hashTileReader } from './tree/tree.store.ts'

export const activityOperations = [
  contract.list,
  contract.detail,
  contract.own,
  contract.users,
  contract.daily,
  contract.checkpoint,
  contract.exportAll,
  contract.exportOwn,
] as const

const personCursor = z
  .tuple([z.string(), z.int().positive()])
  .transform(([name, id]) => ({ name, id }))
const dayCursor = z.tuple([contract.day]).transform(([day]) => day)

export function activityHandlers(parts: ExportParts): Handlers<typeof activityOperations, Actor> {
  const { db } = parts.database
  const refuseUnlessUserOfRoom = async ({ roomId }: Actor, userId = 0): Promise<void> => {
    if (userId !== 0 && !(await isUserOfRoom(db, roomId, userId))) throw new Refusal('NOT_FOUND')
  }
  return {
    'activity.list': async ({ actor, query, language }) => {
      await refuseUnlessUserOfRoom(actor, query.roomUserId)
      return listEntries(parts, actor, query, language)
    },
    'activity.detail': async ({ actor, body, language }) => {
      await refuseUnlessUserOfRoom(actor, body.roomUserId)
      return listEntries(parts, actor, body, language)
    },
    'activity.own': ({ actor, query, language }) =>
      listEntries(parts, actor, { ...query, roomUserId: actor.userId }, language),
    'activity.export': async ({ actor, body, language }) => {
      await refuseUnlessUserOfRoom(actor, body.roomUserId)
      return exportEntries(parts, actor, body, { own: false, language })
    },
    'activity.exportOwn': ({ actor, body, language }) =>
      exportEntries(parts, actor, body, { own: true, language }),
    'activity.users': async ({ actor, query }) => {
      const limit = query.limit ?? LIMITS.listDefault
      const after =
        query.cursor === undefined ? undefined : decodeCursor(query.cursor, personCursor)
      const found = await findLogPeople(db, actor.roomId, { after, limit: limit + 1 })
      const { rows, nextCursor } = cutPage(found, limit, (last) =>
        encodeCursor([last.name, last.id]),
      )
      return { payload: rows.map(({ id, name }) => ({ id, userName: name })), nextCursor }
    },
    'activity.daily': async ({ actor, query }) => {
      const limit = query.limit ?? LIMITS.listDefault
      const before = query.cursor === undefined ? undefined : decodeCursor(query.cursor, dayCursor)
      const [room, found] = await Promise.all([
        findLogRoom(db, actor.roomId),
        findDays(db, actor, { before, limit: limit + 1 }),
      ])
      const { rows, nextCursor } = cutPage(found, limit, (last) => encodeCursor([last.day]))
      const dailyLogByDate = rows.map(({ day, total, names }) => ({
        createdAt: day,
        users: names.map((name) => ({ name })),
        total,
      }))
      return { payload: { createdAt: room.created_at.toISOString(), dailyLogByDate }, nextCursor }
    },
    'activity.checkpoint': async ({ actor, query }) => {
      const publicKey = toBase64(parts.signer.publicKey)
      const tree = await findTree(db, actor.roomId)
      if (query.since !== undefined && query.since > (tree?.size ?? 0))
        throw new Refusal('BAD_REQUEST')
      if (!tree) return { payload: { publicKey } }
      const hashes =
        query.since === undefined
          ? undefined
          : await new LogTree(hashTileReader(db, actor.roomId)).consistency(query.since, tree.size)
      return {
        payload: {
          publicKey,
          note: tree.note,
          ...(hashes && { consistency: hashes.map(toBase64) }),
        },
      }
    },
  }
}
