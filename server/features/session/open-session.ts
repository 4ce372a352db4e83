import type { z } from 'zod'
import type { ErrorCode } from '../../../contract/core/errors.ts'
import { ROLE } from '../../../contract/core/limits.ts'
import { isRoomAccessible } from '../../../contract/core/permissions.ts'
import type { sessionPayload } from '../../../contract/features/session.ts'
import { isMemberAt, isOfNetworks } from '../../access/membership.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Entrant } from '../members/index.ts'
import { type RoomRow, roomIfAny } from '../rooms/index.ts'
import { endSessionsOf } from './end-sessions.ts'
import { completeEntry, isKnownDevice, present } from './entry/complete-entry.ts'
import { beginStep } from './entry/issue-step-code.ts'
import { auditActorOf, drawToken, type Visitor } from './entry/visitor.ts'
import { networksFor, type StepWays, stepWaysOf } from './second-step/step-rules.ts'
import type { SessionParts } from './session.parts.ts'
import { endOf, shortEmail } from './session.rules.ts'
import { insertSession } from './session.store.ts'
import type { EntryMethod } from './session.tables.ts'
import { isPinEnough } from './sign-on/sign-on.rules.ts'

export interface Entered {
  readonly session: z.input<typeof sessionPayload>
  readonly device?: string
  readonly step?: { readonly email: string; readonly ways: StepWays }
}

interface Visit {
  readonly at: Date
  /** Mails may be read from any network. */
  readonly address: string | undefined
  readonly bySignOn?: boolean
}

export function closedTo(
  entrant: Entrant,
  room: RoomRow,
  { at, address, bySignOn = false }: Visit,
): 'blocked' | 'closed' | 'network' | 'proof' | undefined {
  if (!isRoomAccessible(room.phase, entrant.role_id)) return 'closed'
  if (!entrant.can_access) return 'blocked'
  if (entrant.role_id === ROLE.operator) return undefined
  if (!isMemberAt(entrant, at)) return 'blocked'
  if (address !== undefined && !isOfNetworks(address, entrant.networks ?? [])) return 'network'
  if (address !== undefined && !isOfNetworks(address, networksFor(room, bySignOn))) return 'network'
  return bySignOn || isPinEnough(room, entrant) ? undefined : 'proof'
}

interface OpenSessionInput {
  readonly visitor: Visitor
  readonly refusal: ErrorCode
  /** `link` opens this room and proves the mailbox now. `proof` covers several rooms. */
  readonly by: 'pin' | 'link' | 'proof' | 'sign-on'
  /** Only sign-ons have it, even as proofs. */
  readonly signOn?: { readonly provider: string; isStrongFor(room: RoomRow): boolean } | undefined
  readonly pin: Buffer | undefined
  admit(tx: Tx, at: Date, sessionId: string): Promise<Entrant | undefined>
}

interface Begun {
  readonly entrant: Entrant
  readonly room: RoomRow
  readonly way: EntryMethod
  readonly visitor: Visitor
}

async function stepOf(tx: Tx, parts: SessionParts, { entrant, room, way, visitor }: Begun) {
  if (await isKnownDevice(tx, parts, entrant, visitor)) return undefined
  const ways = await stepWaysOf(tx, parts, room, entrant.id)
  return way === 'link' && ways.includes('mail') ? undefined : { way, ways }
}

/** The locked membership makes a block during the PIN evaluation take effect. */
export async function openSession(
  parts: SessionParts,
  { visitor, refusal, by, pin, signOn, admit }: OpenSessionInput,
): Promise<Entered> {
  const sessionId = drawToken()
  const at = parts.clock.now()
  const replaced = visitor.bearer ? await parts.tokens.read(visitor.bearer) : undefined
  const { entrant, room, device, step } = await parts.database.transaction(async (tx) => {
    const entrant = await admit(tx, at, sessionId)
    const room = entrant && (await roomIfAny(tx, entrant.room_id))
    if (
      !entrant ||
      !room ||
      closedTo(entrant, room, { at, address: visitor.address, bySignOn: signOn !== undefined }) !==
        undefined
    )
      throw new Refusal(refusal)
    if (replaced)
      await endSessionsOf(tx, parts, { sessionId: replaced.sessionId, roomId: room.id }, 'replaced')
    const step =
      by === 'sign-on' || !room.second_step
        ? undefined
        : await stepOf(tx, parts, { entrant, room, way: by, visitor })
    const isElevated =
      by === 'sign-on' && entrant.role_id === ROLE.operator && signOn?.isStrongFor(room) === true
    const doer = auditActorOf(entrant, visitor.address)
    const isBySignOn = signOn !== undefined
    const begun = {
      id: sessionId,
      roomId: room.id,
      memberId: entrant.id,
      address: visitor.address,
      at,
    }
    await insertSession(tx, { ...begun, isUnproven: step !== undefined, isElevated, isBySignOn })
    if (step) {
      await beginStep(
        tx,
        parts,
        { sessionId, pin: pin ?? null, way: step.way, doer, room, visitor },
        step.ways,
      )
      return { entrant, room, step }
    }
    const entry = { by, ...(signOn ? { provider: signOn.provider } : {}) }
    const device = await completeEntry(tx, parts, { entrant, visitor, pin, entry })
    if (isElevated) await parts.activity.record(tx, doer, 'session.raised', { by: 'sign-on' })
    return { entrant, room, device }
  })
  const session = await present(parts, { id: sessionId, endsAt: endOf(at) }, entrant, room)
  if (!step) return { session, device }
  const nobody = { name: '', email: '', print: false, download: false }
  return {
    session: { ...session, ...nobody },
    step: { email: shortEmail(entrant.email), ways: step.ways },
  }
}
