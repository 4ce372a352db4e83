import type { ErrorCode } from '../../../../contract/core/errors.ts'
import { ROLE } from '../../../../contract/core/limits.ts'
import { isRoomAccessible } from '../../../../contract/core/permissions.ts'
import type { Phase } from '../../../../contract/core/phase.ts'
import type { ComposedStatus } from '../../../../contract/features/composed.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { SignerGuard } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { AuditActor } from '../../audit/index.ts'
import { shutOutAmong } from '../../members/index.ts'
import { throttleSubject } from '../../session/index.ts'
import type { SigningParts } from '../requests/signing.parts.ts'
import { findSigner, type SignerRow } from '../requests/signing.read.ts'
import { expiryOf, isLinkDead } from '../requests/signing.rules.ts'
import { shownDigest } from './signer-token.ts'

/** A signer has a link to one document and need not be a member. */
export interface Signer {
  readonly participantId: number
  readonly templateId: number
  readonly roomId: number
  readonly phase: Phase
  readonly name: string
  readonly email: string
  readonly digest: Buffer
  readonly address: string
  readonly agent: string | undefined
}

const ENDED: Partial<Record<ComposedStatus, ErrorCode>> = {
  DRAFT: 'SIGN_LINK',
  CANCELLED: 'SIGN_CANCELLED',
  DECLINED: 'SIGN_DECLINED',
  EXPIRED: 'SIGN_EXPIRED',
}

function refuseEnded(status: ComposedStatus): void {
  const code = ENDED[status]
  if (code) throw new Refusal(code)
}

/** Links end at the deadline unless the owner acted. Completion adds one signing period. */
function linkEnd({
  status,
  template_status,
  expires_at,
  ended_at,
  sign_valid,
}: SignerRow): Date | undefined {
  if (template_status === 'COMPLETED' && ended_at !== null) return expiryOf(ended_at, sign_valid)
  return status === 'DONE' || expires_at === null ? undefined : expires_at
}

/** @throws Refusal SIGN_LINK, ROOM_CLOSED, SIGN_CANCELLED, SIGN_DECLINED, SIGN_EXPIRED. */
export async function judgeLink(
  db: Queryable,
  row: SignerRow | undefined,
  now: Date,
): Promise<SignerRow> {
  if (!row) throw new Refusal('SIGN_LINK')
  if (!isRoomAccessible(row.phase, ROLE.participant)) throw new Refusal('ROOM_CLOSED')
  refuseEnded(row.template_status)
  const end = linkEnd(row)
  if (end !== undefined && end <= now) throw new Refusal('SIGN_EXPIRED')
  if (isLinkDead(await shutOutAmong(db, row.room_id, [row.email]), row))
    throw new Refusal('SIGN_LINK')
  return row
}

type GuardParts = Pick<SigningParts, 'database' | 'bus' | 'clock' | 'throttle'>

type Note = (signer: Signer, refused: unknown) => Promise<void>

/** Each request reads everything again. */
export function createSignerGuard(
  { database: { db }, bus, clock, throttle }: GuardParts,
  note: Note,
): SignerGuard<Signer> {
  const judge = (row: SignerRow | undefined): Promise<SignerRow> => judgeLink(db, row, clock.now())
  return {
    async admit({ headers, ip }) {
      const digest = shownDigest({ headers })
      if (!digest) throw new Refusal('SIGN_LINK')
      const found = await findSigner(db, digest)
      if (!found) await throttle.count('signer-link', throttleSubject(ip))
      if (!found) throw new Refusal('SIGN_LINK')
      const { id, template_id, room_id, phase, name, email } = found
      const ids = { participantId: id, templateId: template_id, roomId: room_id }
      const signer = {
        ...ids,
        phase,
        name,
        email,
        digest,
        address: ip,
        agent: headers['user-agent'],
      }
      try {
        await judge(found)
      } catch (error) {
        await note(signer, error)
        throw error
      }
      return signer
    },
    watch({ roomId, templateId, digest }) {
      const lost = new AbortController()
      const check = (): void => {
        findSigner(db, digest)
          .then(judge)
          .catch((reason: unknown) => lost.abort(reason))
      }
      const release = bus.subscribe((heard) => {
        if (
          heard === 'unknown' ||
          (heard.room === roomId && (heard.kind === 'room' || heard.template === templateId))
        )
          check()
      })
      // A revocation before the subscription was announced already, so this checks once more.
      check()
      return { signal: lost.signal, release }
    },
  }
}

/** Signers need not be members. */
export const auditActorOf = ({ roomId, name, email, address }: Signer): AuditActor => ({
  ...{ roomId, memberId: null, userId: null, name, position: '', email, address },
})
