import DataLoader from 'dataloader'
import type { FastifyRequest } from 'fastify'
import { type Permission, refusalOf } from '../../../../contract/core/permissions.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { addressOf } from '../../../platform/http/address-of.ts'
import type { Admission, Guard, Watch } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { SessionParts } from '../session.parts.ts'
import { findSession, findSessions, holdSession, type SessionRow } from '../session.read.ts'
import type { Bearer } from '../tokens.ts'
import { createNetworkRefusalLog } from './log-network-refusal.ts'
import { type Flow, isLive, toActor } from './session-actor.ts'
import { watchSession } from './session-watch.ts'

const BEARER = /^Bearer ([A-Za-z0-9_.-]{1,600})$/i

const READ_TOGETHER = 500
/** Streams share a query within this time, which delays a revocation as much. */
const GATHERED_MS = 10

/** Each request reads everything again. */
export interface SessionGuard extends Guard<Actor> {
  /** Refuses view-as sessions. @throws Refusal as `admit` does */
  admitSession(sessionId: string, address: string, permission: Permission): Promise<Actor>
  /** @throws Refusal as `admit` does */
  renew(actor: Actor, permission: Permission, flow?: Flow): Promise<Actor>
  /** A change makes all streams of a room ask at once. */
  renewTogether(actor: Actor, permission: Permission, flow?: Flow): Promise<Actor>
  watch(actor: Actor, permission: Permission, flow?: Flow): Watch
  /** A concurrent revocation waits. Long actions call it before the commit. Refuses view-as sessions. */
  confirm(tx: Tx, actor: Actor, permission: Permission): Promise<Actor>
}

type GuardParts = Pick<
  SessionParts,
  'database' | 'tokens' | 'bus' | 'clock' | 'activity' | 'throttle' | 'log'
>

export function createSessionGuard(parts: GuardParts): SessionGuard {
  const { database, tokens, bus, clock } = parts
  const logNetworkRefusal = createNetworkRefusalLog(parts)
  const judge = (
    row: SessionRow | undefined,
    address: string,
    { permission, viewAs, ...flow }: Admission & Flow,
  ): Actor => {
    const actor = toActor(row, address, clock.now(), flow)
    if (actor.viewAs && !viewAs) throw new Refusal('VIEW_AS_READ_ONLY')
    const refused = refusalOf(permission, actor)
    if (refused) throw new Refusal(refused)
    return actor
  }
  /** The bus position predates each read of an actor. */
  const readAsOf = new WeakMap<Actor, number>()
  type Find = (sessionId: string) => Promise<SessionRow | undefined>
  const read = async (
    { sessionId, secret }: Bearer,
    address: string,
    asked: Admission & Flow,
    find: Find,
  ): Promise<Actor> => {
    const asOf = bus.position()
    const actor = { ...judge(await find(sessionId), address, asked), secret }
    readAsOf.set(actor, asOf)
    return actor
  }
  const find: Find = (sessionId) => findSession(database.db, sessionId, clock.now())
  const readLoggingRefusals = async (
    bearer: Bearer,
    address: string,
    asked: Admission,
  ): Promise<Actor> => {
    let row: SessionRow | undefined
    try {
      return await read(bearer, address, asked, async (sessionId) => (row = await find(sessionId)))
    } catch (error) {
      const isRefused = row && error instanceof Refusal && error.code === 'NETWORK'
      if (row && isRefused && isLive(row, clock.now())) await logNetworkRefusal(row, address)
      throw error
    }
  }
  const together = new DataLoader<string, SessionRow | undefined>(
    async (sessionIds) => {
      const rows = await findSessions(database.db, [...new Set(sessionIds)], clock.now())
      return sessionIds.map((sessionId) => rows.get(sessionId))
    },
    {
      cache: false,
      maxBatchSize: READ_TOGETHER,
      batchScheduleFn: (ask) => void setTimeout(ask, GATHERED_MS),
    },
  )
  const guard: SessionGuard = {
    async admit(request, call) {
      const bearer = await tokens.read(bearerOf(request))
      if (bearer === undefined) throw new Refusal('NO_SESSION')
      return readLoggingRefusals(bearer, addressOf(request), call)
    },
    admitSession: (sessionId, address, permission) =>
      readLoggingRefusals({ sessionId }, address, { permission }),
    identityOf: (actor) => ({ room: actor.roomId, member: actor.memberId, user: actor.userId }),
    renew: (actor, permission, flow) =>
      read(actor, actor.address, { ...flow, permission, viewAs: true }, find),
    renewTogether: (actor, permission, flow) =>
      read(actor, actor.address, { ...flow, permission, viewAs: true }, (sessionId) =>
        together.load(sessionId),
      ),
    confirm: async (tx, actor, permission) =>
      judge(await holdSession(tx, actor, clock.now()), actor.address, { permission }),
    watch: (actor, permission, flow) =>
      watchSession(
        {
          bus,
          clock,
          asOf: readAsOf.get(actor),
          renew: () => guard.renewTogether(actor, permission, flow),
        },
        actor,
        permission,
      ),
  }
  return guard
}

export function bearerOf(request: FastifyRequest): string {
  return BEARER.exec(request.headers.authorization ?? '')?.[1] ?? ''
}
