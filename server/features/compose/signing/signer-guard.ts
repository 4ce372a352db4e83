import type { ErrorCode } from '../../../../contract/core/errors.ts'
import { ROLE } from '../../../../contract/core/limits.ts'
import { letsIn } from '../../../../contract/core/permissions.ts'
import type { Phase } from '../../../../contract/core/phase.ts'
import type { ComposedStatus } from '../../../../contract/features/composed.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { SignerGuard } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Doer } from '../../activity/index.ts'
import { findShutOut } from '../../members/index.ts'
import { throttleSubject } from '../../session/index.ts'
import { shownDigest } from './signer-token.ts'
import type { SigningParts } from './signing.parts.ts'
import { findSigner, type SignerRow } from './signing.read.ts'
import { expiryOf, isLinkDead } from './signing.rules.ts'

/** Somebody who holds the link to one document, as they are at this moment; made for each request, never kept. */
export interface Signer {
  readonly participantId: number
  readonly templateId: number
  readonly roomId: number
  /** Of the room. */
  readonly phase: Phase
  readonly name: string
  readonly email: string
  /** Of the token that was shown. */
  readonly digest: Buffer
  readonly address: string
  /** What the program says it is. */
  readonly agent: string | undefined
}

/** How a document has ended whose links open nothing any more. */
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

/**
 * When a link ends by itself: with the time in which its owner has to act; of a completed document, when its owner has had as much time again to
 * fetch it. In between it does not.
 */
function linkEnd({ status, template_status, expires_at, ended_at, sign_valid }: SignerRow): Date | undefined {
  if (template_status === 'COMPLETED' && ended_at !== null) return expiryOf(ended_at, sign_valid)
  return status === 'DONE' || expires_at === null ? undefined : expires_at
}

/**
 * A link as it was found, if it opens anything at that moment.
 * @throws Refusal SIGN_LINK; ROOM_CLOSED; SIGN_CANCELLED, SIGN_DECLINED, SIGN_EXPIRED where the document has ended, or the time to sign it.
 */
export async function judgeLink(db: Queryable, row: SignerRow | undefined, now: Date): Promise<SignerRow> {
  if (!row) throw new Refusal('SIGN_LINK')
  if (!letsIn(row.phase, ROLE.participant)) throw new Refusal('ROOM_CLOSED')
  refuseEnded(row.template_status)
  const end = linkEnd(row)
  if (end !== undefined && end <= now) throw new Refusal('SIGN_EXPIRED')
  if (isLinkDead(await findShutOut(db, row.room_id, [row.email]), row)) throw new Refusal('SIGN_LINK')
  return row
}

type GuardParts = Pick<SigningParts, 'database' | 'bus' | 'clock' | 'throttle'>

/** Puts on record why somebody was refused who holds a link. */
type Note = (signer: Signer, refused: unknown) => Promise<void>

/** Decides who signs. Nothing is remembered between two requests: link, document, room and membership are read each time. */
export function createSignerGuard({ database: { db }, bus, clock, throttle }: GuardParts, note: Note): SignerGuard<Signer> {
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
      const signer = { ...ids, phase, name, email, digest, address: ip, agent: headers['user-agent'] }
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
        if (heard === 'unknown' || (heard.room === roomId && (heard.kind === 'room' || heard.template === templateId))) check()
      })
      // What ended since the signer was admitted has been announced already.
      check()
      return { signal: lost.signal, release }
    },
  }
}

/** A signer in the room's log, where they need not be a member. */
export const doerOf = ({ roomId, name, email, address }: Signer): Doer => ({
  ...{ roomId, memberId: null, userId: null, name, position: '', email, address },
})
