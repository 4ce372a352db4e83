import DataLoader from 'dataloader'
import type { FastifyRequest } from 'fastify'
import { ROLE } from '../../../contract/core/limits.ts'
import { isRoomAccessible, type Permission, refusalOf } from '../../../contract/core/permissions.ts'
import { type Actor, isFullOperator } from '../../access/actor.ts'
import type { Hint } from '../../access/hint.ts'
import { changesAfter, groupOf, isMemberAt, isOfNetworks } from '../../access/membership.ts'
import type { Tx } from '../../platform/db/database.ts'
import { addressOf } from '../../platform/http/address-of.ts'
import type { Admission, Guard, Watch } from '../../platform/http/mount.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { viewingOf, watermarkStyleOf } from '../rooms/index.ts'
import { createNetworkNotes } from './note-network.ts'
import { networksFor } from './second-step/step-rules.ts'
import type { SessionParts } from './session.parts.ts'
import { findSession, findSessions, holdSession, type SessionRow } from './session.read.ts'
import { END_CODES, type EndReason, endOf, type StoredSession, stateAt } from './session.rules.ts'
import type { Bearer } from './tokens.ts'

/** These and `documents.view` release watermarked content. */
const COPIES: ReadonlySet<Permission> = new Set(['documents.download', 'documents.print'])
const MARKED: ReadonlySet<Permission> = new Set([...COPIES, 'documents.view'])

const BEARER = /^Bearer ([A-Za-z0-9_.-]{1,600})$/i

const READ_TOGETHER = 500
/** A longer timer would fire at once. */
const TIMER_MAX_MS = 2 ** 31 - 1
/** Streams share a query within this time, which delays a revocation as much. */
const GATHERED_MS = 10

interface Flow {
  readonly outlastsIdle?: boolean
}

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

type GuardParts = Pick<SessionParts, 'database' | 'tokens' | 'bus' | 'clock' | 'activity' | 'throttle' | 'log'>

export function createSessionGuard(parts: GuardParts): SessionGuard {
  const { database, tokens, bus, clock } = parts
  const noteNetwork = createNetworkNotes(parts)
  const judge = (row: SessionRow | undefined, address: string, { permission, viewAs, ...flow }: Admission & Flow): Actor => {
    const actor = toActor(row, address, clock.now(), flow)
    if (actor.viewAs && !viewAs) throw new Refusal('VIEW_AS_READ_ONLY')
    const refused = refusalOf(permission, actor)
    if (refused) throw new Refusal(refused)
    return actor
  }
  /** The bus position predates each read of an actor. */
  const readAsOf = new WeakMap<Actor, number>()
  type Find = (sessionId: string) => Promise<SessionRow | undefined>
  const read = async ({ sessionId, secret }: Bearer, address: string, asked: Admission & Flow, find: Find): Promise<Actor> => {
    const asOf = bus.position()
    const actor = { ...judge(await find(sessionId), address, asked), secret }
    readAsOf.set(actor, asOf)
    return actor
  }
  const find: Find = (sessionId) => findSession(database.db, sessionId, clock.now())
  const readNoting = async (bearer: Bearer, address: string, asked: Admission): Promise<Actor> => {
    let row: SessionRow | undefined
    try {
      return await read(bearer, address, asked, async (sessionId) => (row = await find(sessionId)))
    } catch (error) {
      const isRefused = row && error instanceof Refusal && error.code === 'NETWORK'
      if (row && isRefused && isLive(row, clock.now())) await noteNetwork(row, address)
      throw error
    }
  }
  const together = new DataLoader<string, SessionRow | undefined>(
    async (sessionIds) => {
      const rows = await findSessions(database.db, [...new Set(sessionIds)], clock.now())
      return sessionIds.map((sessionId) => rows.get(sessionId))
    },
    { cache: false, maxBatchSize: READ_TOGETHER, batchScheduleFn: (ask) => void setTimeout(ask, GATHERED_MS) },
  )
  const guard: SessionGuard = {
    async admit(request, call) {
      const bearer = await tokens.read(bearerOf(request))
      if (bearer === undefined) throw new Refusal('NO_SESSION')
      return readNoting(bearer, addressOf(request), call)
    },
    admitSession: (sessionId, address, permission) => readNoting({ sessionId }, address, { permission }),
    identityOf: (actor) => ({ room: actor.roomId, member: actor.memberId, user: actor.userId }),
    renew: (actor, permission, flow) => read(actor, actor.address, { ...flow, permission, viewAs: true }, find),
    renewTogether: (actor, permission, flow) =>
      read(actor, actor.address, { ...flow, permission, viewAs: true }, (sessionId) => together.load(sessionId)),
    confirm: async (tx, actor, permission) => judge(await holdSession(tx, actor, clock.now()), actor.address, { permission }),
    watch(actor, permission, flow) {
      const lost = new AbortController()
      let isReleased = false
      let known = actor
      let atChange: NodeJS.Timeout | undefined
      // The end of a lifetime causes no hint. The cleanup job covers a clock set back.
      const wait = ({ endsAt, changesAt }: Actor): void => {
        clearTimeout(atChange)
        const now = clock.now().getTime()
        // Each read returns later moments, so this ends.
        const next = Math.min(...[endsAt, changesAt ?? endsAt].map((moment) => Math.max(Number(moment), now)))
        if (!isReleased) atChange = setTimeout(check, Math.min(next - now + 1, TIMER_MAX_MS)).unref()
      }
      // The bus replays revocations announced after the read.
      const asOf = readAsOf.get(actor)
      const check = (): void => {
        guard.renewTogether(actor, permission, flow).then(
          (now) => {
            known = now
            wait(now)
            if (permission === 'documents.download' && !now.download) lost.abort(new Refusal('DOWNLOAD_DENIED'))
            if (permission === 'documents.print' && !now.print) lost.abort(new Refusal('PRINT_DENIED'))
            // Unmarked content must not be sent once the watermark is on.
            if (MARKED.has(permission) && now.watermark && !actor.watermark) lost.abort(new Refusal('BUSY', { retryAfter: 1 }))
            // A copy with text must not be sent once copies are images.
            const toImages = now.viewing.imageCopies && !actor.viewing.imageCopies
            if (COPIES.has(permission) && now.watermark && toImages) lost.abort(new Refusal('BUSY', { retryAfter: 1 }))
          },
          (reason: unknown) => lost.abort(reason),
        )
      }
      const release = bus.subscribe((heard) => {
        if (heard === 'unknown') check()
        else if (
          heard.room === actor.roomId &&
          heard.kind !== 'items' &&
          heard.kind !== 'threads' &&
          !isOfAct(heard) &&
          concerns(heard, known)
        )
          check()
      }, asOf)
      if (asOf === undefined) check()
      wait(actor)
      return {
        signal: lost.signal,
        release() {
          isReleased = true
          clearTimeout(atChange)
          release()
        },
      }
    },
  }
  return guard
}

/** The hint ends no session, although earlier releases recheck. */
export const isOfAct = ({ progress, stop }: Pick<Hint, 'progress' | 'stop'>): boolean => progress !== undefined || stop !== undefined

/** Signing links have no session. */
export function concerns(
  hint: Partial<Pick<Hint, 'kind' | 'member' | 'session' | 'group' | 'people' | 'isForAll'>>,
  { memberId, sessionId, roleId, scope, viewAs, group }: Actor,
): boolean {
  if (hint.kind === 'signing') return false
  const viewed = viewAs && 'memberId' in viewAs ? viewAs.memberId : undefined
  if (hint.kind === 'threads') {
    if (roleId === ROLE.operator && scope === 'content') return false
    const isNamed = hint.isForAll === true || hint.people?.includes(viewed ?? memberId) === true
    return roleId === ROLE.operator || isNamed || (hint.group !== undefined && hint.group === group?.groupId)
  }
  const isFull = isFullOperator({ roleId, scope }) && !viewAs
  const isOfGroup = hint.group === undefined || hint.group === group?.groupId || isFull
  if (hint.people !== undefined) {
    const isViewedGroup = viewAs && 'groupId' in viewAs && viewAs.groupId === hint.group
    return isFull || isViewedGroup === true || hint.people.includes(viewed ?? memberId)
  }
  const isMember = hint.member === undefined || hint.member === memberId || hint.member === viewed
  const isSession = hint.session === undefined || hint.session === sessionId || hint.session === viewAs?.parentId
  return isMember && isSession && isOfGroup
}

export function bearerOf(request: FastifyRequest): string {
  return BEARER.exec(request.headers.authorization ?? '')?.[1] ?? ''
}

function toActor(row: SessionRow | undefined, address: string, now: Date, { outlastsIdle = false }: Flow): Actor {
  if (!row) throw new Refusal('NO_SESSION')
  const own = {
    sessionId: row.id,
    roomId: row.room_id,
    memberId: row.member_id,
    userId: row.user_id,
    name: row.name,
    email: row.email,
    position: row.position,
    address,
    watermark: row.watermark,
    watermarkStyle: watermarkStyleOf(row),
    viewing: viewingOf(row),
    zone: row.zone,
    phase: row.phase,
    ownAgreement: row.room_agreement_version ?? undefined,
    lastVisitAt: row.last_visit_at ?? undefined,
    endsAt: endOf(row.parent_created_at ?? row.created_at),
  }
  if (row.parent_id !== null) return { ...own, ...viewOfSubject(row, row.parent_id, now) }
  const isOnlyIdle = outlastsIdle && row.end_reason === 'idle'
  if (row.end_reason && !isOnlyIdle) throw new Refusal(END_CODES[row.end_reason as EndReason])
  if (!isRoomAccessible(row.phase, row.role_id)) throw new Refusal('ROOM_CLOSED')
  if (row.member_ended_at) throw new Refusal('SESSION_ENDED')
  if (!row.can_access) throw new Refusal('ACCESS_BLOCKED')
  const isOperator = row.role_id === ROLE.operator
  if (!isOperator && !isMemberAt(row, now)) throw new Refusal('ACCESS_BLOCKED')
  if (!isOperator && !isOfNetworks(address, row.networks ?? [])) throw new Refusal('NETWORK')
  if (!isOperator && !isOfNetworks(address, networksFor(row, row.by_sign_on))) throw new Refusal('NETWORK')
  const state = stateAt({ ...storedOf(row), ...(outlastsIdle && { activeAt: now }), ...(isOnlyIdle && { endedAt: null }) }, now)
  if (state === 'ended') throw new Refusal('SESSION_ENDED')
  if (state === 'idle') throw new Refusal('SESSION_IDLE')
  if (state === 'expired') throw new Refusal('SESSION_EXPIRED')
  const rights = { print: row.can_print, download: row.can_download, text: row.can_have_text }
  const role = { roleId: row.role_id, scope: row.operator_scope, submits: !isOperator && row.submits, leads: !isOperator && row.group_lead }
  return { ...own, ...scopeOf(row, row.role_id, now), ...role, state, ...rights }
}

const storedOf = (row: SessionRow): StoredSession => ({
  ...{ isUnproven: row.unproven, createdAt: row.created_at, activeAt: row.active_at, elevatedAt: row.raised_at, endedAt: row.ended_at },
  ...{ noticeVersion: row.notice_version, agreementVersion: row.agreement_version, roomAgreement: row.room_agreement_version },
})

const isLive = (row: SessionRow, now: Date): boolean => {
  const state = stateAt(storedOf(row), now)
  return state !== 'ended' && state !== 'idle' && state !== 'expired'
}

/** Operators see everything. */
const scopeOf = (row: SessionRow, roleId: number, now: Date): Pick<Actor, 'group' | 'changesAt'> =>
  roleId === ROLE.operator ? { group: undefined, changesAt: undefined } : { group: groupOf(row, now), changesAt: changesAfter(now, row) }

/** The view ends with the operator's session, area, role or access. @throws Refusal VIEW_AS_ENDED */
function viewOfSubject(row: SessionRow, parentId: string, now: Date) {
  const isOperator = row.role_id === ROLE.operator && row.operator_scope === 'full' && row.can_access && !row.member_ended_at
  const isOver = row.ended_at !== null || !isRoomAccessible(row.phase, ROLE.participant) || !isOperator || !isParentElevated(row, now)
  if (isOver) throw new Refusal('VIEW_AS_ENDED')
  return {
    state: 'agreed' as const,
    scope: 'full' as const,
    submits: false,
    leads: false,
    ...(row.subject_group_id === null ? viewOfPerson(row, parentId, now) : viewOfGroup(row, parentId, now)),
  }
}

function viewOfPerson(row: SessionRow, parentId: string, now: Date) {
  const { subject_id: memberId, subject_name: name, subject_role_id: roleId } = row
  const isPerson = row.subject_can_access === true && !row.subject_ended_at
  if (!isPerson || memberId === null || name === null || roleId === null) throw new Refusal('VIEW_AS_ENDED')
  return {
    ...scopeOf(row, roleId, now),
    roleId,
    print: row.subject_can_print === true,
    download: row.subject_can_download === true,
    text: row.subject_can_have_text === true,
    viewAs: { memberId, name, parentId },
  }
}

/** Operators check rooms before opening, so times and networks are ignored. */
function viewOfGroup(row: SessionRow, parentId: string, now: Date) {
  const { group_id: groupId, group_name: name } = row
  if (groupId === null || name === null) throw new Refusal('VIEW_AS_ENDED')
  const roleId = ROLE.participant
  return { ...scopeOf(row, roleId, now), roleId, print: true, download: true, text: false, viewAs: { groupId, name, parentId } }
}

function isParentElevated(row: SessionRow, now: Date): boolean {
  const {
    parent_unproven: isUnproven,
    parent_created_at: createdAt,
    parent_active_at: activeAt,
    parent_notice_version: noticeVersion,
    parent_agreement_version: agreementVersion,
    room_agreement_version: roomAgreement,
  } = row
  const { parent_raised_at: elevatedAt, parent_ended_at: endedAt } = row
  if (isUnproven === null || createdAt === null || activeAt === null) return false
  const agreements = { noticeVersion, agreementVersion, roomAgreement }
  return stateAt({ isUnproven, createdAt, activeAt, ...agreements, elevatedAt, endedAt }, now) === 'raised'
}
