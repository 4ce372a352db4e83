import type { FastifyRequest } from 'fastify'
import { type Permission, refusalOf } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Guard } from '../../platform/http/mount.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { viewingOf } from '../rooms/index.ts'
import type { SessionParts } from './session.parts.ts'
import { findSession, holdSession, type SessionRow } from './session.read.ts'
import { END_CODES, type EndReason, stateAt } from './session.rules.ts'

/** Permissions under which copies of documents leave, and all under which their content does, marked while the watermark is on. */
const COPIES: ReadonlySet<Permission> = new Set(['documents.download', 'documents.print'])
const MARKED: ReadonlySet<Permission> = new Set([...COPIES, 'documents.view'])

const BEARER = /^Bearer ([A-Za-z0-9_.-]{1,600})$/i

/** Decides who acts. Nothing is remembered between two requests: session, membership and room are read each time. */
export interface SessionGuard extends Guard<Actor> {
  /** The actor of a session that named itself otherwise than by its bearer token. @throws Refusal as `admit` does. */
  admitSession(sessionId: string, address: string, permission: Permission): Promise<Actor>
  /** The actor as it is now. @throws Refusal as `admit` does. */
  renew(actor: Actor, permission: Permission): Promise<Actor>
  /** The same inside a transaction, which a revocation then has to wait for. Called before a long action commits. */
  confirm(tx: Tx, actor: Actor, permission: Permission): Promise<Actor>
}

type GuardParts = Pick<SessionParts, 'database' | 'tokens' | 'bus' | 'clock'>

export function createSessionGuard({ database, tokens, bus, clock }: GuardParts): SessionGuard {
  const judge = (row: SessionRow | undefined, address: string, permission: Permission): Actor => {
    const actor = toActor(row, address, clock.now())
    const refused = refusalOf(permission, actor)
    if (refused) throw new Refusal(refused)
    return actor
  }
  const guard: SessionGuard = {
    async admit(request, permission) {
      const sessionId = await tokens.read(bearerOf(request))
      if (sessionId === undefined) throw new Refusal('NO_SESSION')
      return judge(await findSession(database.db, sessionId), request.ip, permission)
    },
    admitSession: async (sessionId, address, permission) => judge(await findSession(database.db, sessionId), address, permission),
    identityOf: (actor) => ({ room: actor.roomId, member: actor.memberId, user: actor.userId }),
    renew: async (actor, permission) => judge(await findSession(database.db, actor.sessionId), actor.address, permission),
    confirm: async (tx, actor, permission) => judge(await holdSession(tx, actor), actor.address, permission),
    watch(actor, permission) {
      const lost = new AbortController()
      const check = (): void => {
        guard.renew(actor, permission).then(
          (now) => {
            if (permission === 'documents.download' && !now.download) lost.abort(new Refusal('DOWNLOAD_DENIED'))
            if (permission === 'documents.print' && !now.print) lost.abort(new Refusal('PRINT_DENIED'))
            // What was made without the watermark must not leave once it is on; asked for again, it comes with it.
            if (MARKED.has(permission) && now.watermark && !actor.watermark) lost.abort(new Refusal('BUSY', { retryAfter: 1 }))
            // Nor a copy that holds the document's text, once copies are to be page images.
            const toImages = now.viewing.imageCopies && !actor.viewing.imageCopies
            if (COPIES.has(permission) && now.watermark && toImages) lost.abort(new Refusal('BUSY', { retryAfter: 1 }))
          },
          (reason: unknown) => lost.abort(reason),
        )
      }
      const release = bus.subscribe((heard) => {
        if (heard === 'unknown') check()
        else if (heard.room === actor.roomId && heard.kind !== 'items' && concerns(heard, actor)) check()
      })
      // What was revoked since the actor was admitted has been announced already.
      check()
      return { signal: lost.signal, release }
    },
  }
  return guard
}

/** Whether a hint is for this actor, or for the whole room. */
export function concerns(hint: { member?: number | undefined; session?: string | undefined }, actor: Actor): boolean {
  return (hint.member === undefined || hint.member === actor.memberId) && (hint.session === undefined || hint.session === actor.sessionId)
}

/** The bearer token of a request, or an empty string. */
export function bearerOf(request: FastifyRequest): string {
  return BEARER.exec(request.headers.authorization ?? '')?.[1] ?? ''
}

function toActor(row: SessionRow | undefined, address: string, now: Date): Actor {
  if (!row) throw new Refusal('NO_SESSION')
  if (row.end_reason) throw new Refusal(END_CODES[row.end_reason as EndReason])
  if (row.closed_at) throw new Refusal('ROOM_CLOSED')
  if (row.member_ended_at) throw new Refusal('SESSION_ENDED')
  if (!row.can_access) throw new Refusal('ACCESS_BLOCKED')
  const state = stateAt({ activeAt: row.active_at, noticeVersion: row.notice_version, raisedAt: row.raised_at, endedAt: row.ended_at }, now)
  if (state === 'ended') throw new Refusal('SESSION_ENDED')
  if (state === 'idle') throw new Refusal('SESSION_IDLE')
  return {
    sessionId: row.id,
    roomId: row.room_id,
    memberId: row.member_id,
    userId: row.user_id,
    roleId: row.role_id,
    state,
    name: row.name,
    email: row.email,
    position: row.position,
    address,
    print: row.can_print,
    download: row.can_download,
    text: row.can_have_text,
    watermark: row.watermark,
    viewing: viewingOf(row),
    zone: row.zone,
  }
}
