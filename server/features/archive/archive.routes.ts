import type { z } from 'zod'
import type { PayloadIn } from '../../../contract/core/operation.ts'
import { refusalOf } from '../../../contract/core/permissions.ts'
import * as contract from '../../../contract/features/archive.ts'
import type { Actor } from '../../access/actor.ts'
import { DONE, ok, type Reply } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { pageOf } from '../../platform/http/paging.ts'
import { namesOfMembers } from '../members/index.ts'
import type { ArchiveParts } from './archive.parts.ts'
import { type ArchiveRow, holdArchive, listArchives } from './archive.read.ts'
import { coverOf, permissionOf, requireOwn } from './archive.rules.ts'
import { deleteArchive } from './archive.store.ts'
import { prepareArchive } from './prepare-archive.ts'

export const archiveOperations = [contract.list, contract.prepare, contract.remove] as const

type Item = PayloadIn<typeof contract.list>[number]

export function archiveHandlers(parts: ArchiveParts): Handlers<typeof archiveOperations, Actor> {
  return {
    'archive.list': ({ actor, query }) => listOwn(parts, actor, query),
    'archive.prepare': async ({ actor, body }) =>
      ok({ id: await prepareArchive(parts, actor, body) }),
    'archive.remove': async ({ actor, body }) => {
      await removeArchive(parts, actor, body.id)
      return DONE
    },
  }
}

async function listOwn(
  { database: { db }, clock }: ArchiveParts,
  actor: Actor,
  query: z.output<(typeof contract.list)['query']>,
): Promise<Reply<Item[]>> {
  const ofRoom = refusalOf(permissionOf({ scope: 'room' }), actor) === undefined
  const all = await listArchives(db, {
    roomId: actor.roomId,
    memberId: actor.memberId,
    ofRoom,
    now: clock.now(),
  })
  const { rows, nextCursor } = pageOf(all, query, ({ id }) => [-id])
  const names = await namesOfMembers(
    db,
    actor.roomId,
    rows.flatMap(({ member_id: memberId }) => memberId ?? []),
  )
  const payload = rows.map((row) => ({
    ...stateOf(row),
    ...{ id: row.id, ...coverOf(row), name: row.name, protection: row.protection },
    createdAt: row.created_at.toISOString(),
    createdBy: names.get(row.member_id ?? 0) ?? '',
    byMe: row.member_id === actor.memberId,
    keptUntil: row.expires_at.toISOString(),
    fetchedAt: row.fetched_at?.toISOString() ?? null,
  }))
  return { payload, nextCursor }
}

function stateOf({ state, done, total, files, size, failure, unreadable }: ArchiveRow) {
  if (state === 'PREPARING') return { state, done, total } as const
  return state === 'READY'
    ? ({ state, files, size } as const)
    : ({ state, reason: failure ?? 'INTERNAL', unreadable } as const)
}

/** @throws Refusal NOT_FOUND, NOT_RAISED */
async function removeArchive(parts: ArchiveParts, actor: Actor, archiveId: number): Promise<void> {
  const { database, activity, clock } = parts
  await database.transaction(async (tx) => {
    const archive = requireOwn(await holdArchive(tx, archiveId), actor, clock.now())
    await parts.confirm(tx, actor, permissionOf(archive))
    await deleteArchive(tx, archiveId)
    await activity.record(tx, actor, 'archive.removed', {
      archiveId,
      ...coverOf(archive),
      sealed: archive.protection !== null,
    })
  })
}
