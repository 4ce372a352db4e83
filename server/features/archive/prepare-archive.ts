import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import { refusalOf } from '../../../contract/core/permissions.ts'
import { formatDay } from '../../../contract/core/room-time.ts'
import type { ArchiveScope, prepare } from '../../../contract/features/archive.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type AgeRecipient, recipientKey } from '../../platform/encryption/age/age-header.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { safeName } from '../delivery/index.ts'
import { groupNamed } from '../rights/index.ts'
import { roomOf } from '../rooms/index.ts'
import { requireFreshCode } from '../session/index.ts'
import { keyPurpose, protect } from './age-of-archive.ts'
import { queuePreparing } from './archive.jobs.ts'
import type { ArchiveParts } from './archive.parts.ts'
import { listArchives } from './archive.read.ts'
import { coverOf, permissionOf } from './archive.rules.ts'
import { holdArchivesOf, insertArchive } from './archive.store.ts'

type PreparingParts = Pick<
  ArchiveParts,
  'database' | 'encryptor' | 'activity' | 'secrets' | 'throttle' | 'clock' | 'confirm'
>

/** @throws Refusal BAD_REQUEST, CODE_DIFFERS, TOO_MANY, TOO_MANY_ARCHIVES, NOT_FOUND, or a missing permission's reason */
export async function prepareArchive(
  parts: PreparingParts,
  actor: Actor,
  request: z.output<(typeof prepare)['body']>,
): Promise<number> {
  const { scope, code, protection, groupId } = request
  const refused = refusalOf(permissionOf({ scope }), actor)
  if (refused) throw new Refusal(refused)
  if (protection?.kind === 'age' && !recipientKey(protection.recipient))
    throw new Refusal('BAD_REQUEST')
  if (groupId !== undefined && scope !== 'room') throw new Refusal('BAD_REQUEST')
  if (scope === 'room') await requireFreshCode(parts, actor, code ?? '')
  const { roomId, memberId, watermark: marked } = actor
  await parts.throttle.count('archive', String(memberId))
  const group =
    groupId === undefined ? undefined : await groupNamed(parts.database.db, roomId, groupId)
  const draft = await draftArchive(
    parts,
    { roomId, memberId, scope, group, marked: scope === 'own' && marked },
    protection,
  )
  return parts.database.transaction(async (tx) => {
    await parts.confirm(tx, actor, permissionOf({ scope }))
    await holdArchivesOf(tx, roomId)
    const there = await listArchives(tx, {
      roomId,
      memberId,
      ofRoom: scope === 'room',
      now: parts.clock.now(),
    })
    const alike = there.filter((one) => one.scope === scope)
    const limit = scope === 'own' ? LIMITS.ownArchivesAtOnce : LIMITS.archivesAtOnce
    if (alike.length >= limit) throw new Refusal('TOO_MANY_ARCHIVES', { variables: { limit } })
    const archiveId = await draft.insert(tx)
    await parts.activity.record(tx, actor, 'archive.ordered', {
      archiveId,
      ...coverOf({ scope, group_name: group?.name ?? null }),
      sealed: protection !== null,
    })
    await queuePreparing(tx, { archiveId, roomId })
    return archiveId
  })
}

interface DraftArchiveInput {
  readonly roomId: number
  readonly memberId: number | null
  readonly scope: ArchiveScope
  readonly group: { readonly id: number; readonly name: string } | undefined
  readonly marked: boolean
}

/** Stretching a passphrase takes a second, so this precedes the transaction. */
export async function draftArchive(
  { database, encryptor, clock }: Pick<ArchiveParts, 'database' | 'encryptor' | 'clock'>,
  { roomId, memberId, scope, group, marked }: DraftArchiveInput,
  recipient: AgeRecipient | null,
): Promise<{ insert(tx: Tx): Promise<number> }> {
  const room = await roomOf(database.db, roomId)
  const at = clock.now()
  const etag = randomBytes(16).toString('hex')
  const drawn = recipient && (await protect(recipient))
  const title = [
    room.name,
    ...(group ? [group.name] : []),
    '보관본',
    formatDay(at, room.zone),
  ].join(' ')
  const name = `${safeName(title)}.zip${drawn ? '.age' : ''}`
  return {
    insert: async (tx) =>
      insertArchive(tx, {
        ...{ room_id: roomId, member_id: memberId, scope, marked, name, zone: room.zone, etag },
        ...{ group_id: group?.id ?? null, group_name: group?.name ?? null },
        protection: drawn ? drawn.protection : null,
        age_header: drawn ? drawn.header : null,
        age_key: drawn ? await encryptor.encrypt(tx, roomId, keyPurpose(etag), drawn.key) : null,
        created_at: at,
        expires_at: new Date(at.getTime() + LIMITS.archiveMs),
      }),
  }
}
