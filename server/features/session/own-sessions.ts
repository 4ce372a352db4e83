import { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../contract/core/operation.ts'
import type { list } from '../../../contract/features/session.ts'
import type { Actor } from '../../access/actor.ts'
import type { Reply } from '../../platform/http/envelope.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { deleteProofsOfMember } from './crossing/proofs.store.ts'
import { endSessionsOf } from './end-sessions.ts'
import type { SessionParts } from './session.parts.ts'
import { findOwnSessions, lockOwnSessions } from './session.read.ts'
import { shortAddress } from './session.rules.ts'

type EndingParts = Pick<SessionParts, 'database' | 'activity' | 'bus' | 'clock'>

const cursorShape = z.tuple([z.int().positive()]).transform(([number]) => number)

export async function listSessions(
  { database, clock }: Pick<SessionParts, 'database' | 'clock'>,
  { memberId, sessionId }: Actor,
  query: z.output<(typeof list)['query']>,
): Promise<Reply<PayloadIn<typeof list>>> {
  const limit = query.limit ?? LIMITS.listDefault
  const before = query.cursor === undefined ? undefined : decodeCursor(query.cursor, cursorShape)
  const ago = (ms: number): Date => new Date(clock.now().getTime() - ms)
  const since = { activeSince: ago(LIMITS.idleMs), createdSince: ago(LIMITS.sessionMs) }
  const found = await findOwnSessions(database.db, memberId, { ...since, before, limit: limit + 1 })
  const { rows, nextCursor } = cutPage(found, limit, (last) => encodeCursor([last.number]))
  const payload = rows.map((row) => ({
    id: row.number,
    current: row.id === sessionId,
    browser: row.browser,
    system: row.system,
    address: shortAddress(row.address),
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.active_at.toISOString(),
  }))
  return { payload, nextCursor }
}

/** Also ends proofs of the address in other browsers, which could open sessions. @throws Refusal NOT_FOUND for ended sessions and those of others */
export async function endOwnSession(
  parts: EndingParts,
  { memberId, sessionId }: Actor,
  number: number,
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    await lockOwnSessions(tx, memberId)
    if ((await endSessionsOf(tx, parts, { memberId, number }, 'elsewhere')) === 0)
      throw new Refusal('NOT_FOUND')
    await deleteProofsOfMember(tx, memberId, sessionId)
  })
}

export function endOtherSessions(
  parts: EndingParts,
  { memberId, sessionId }: Actor,
): Promise<number> {
  return parts.database.transaction(async (tx) => {
    await lockOwnSessions(tx, memberId)
    await deleteProofsOfMember(tx, memberId, sessionId)
    return endSessionsOf(tx, parts, { memberId, except: sessionId }, 'elsewhere')
  })
}
