import { z } from 'zod'
import { LANGUAGES, type Language } from '../../../../contract/core/language.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { addJobs, handle, jobType } from '../../../platform/jobs/job.ts'
import { parseAddress } from '../../../platform/mail/address.ts'
import { drawPin, entrantOf, entrantsAt, identityOf, mailPin } from '../../members/index.ts'
import { roomIfAny } from '../../rooms/index.ts'
import { closedTo } from '../open-session.ts'
import type { SessionParts } from '../session.parts.ts'
import { throttleSubject } from '../throttling/throttle.ts'
import { insertLink } from './entry-links.store.ts'
import { auditActorOf, drawToken } from './visitor.ts'

/** `link` means the PIN budget was spent, so a PIN alone is not enough. */
const lostPin = jobType(
  'session.mail-pin',
  z.object({ memberId: z.int(), link: z.boolean(), language: z.enum(LANGUAGES) }),
  {
    maxAttempts: 12,
  },
)

/**
 * A job mails PINs, so timing hides their number.
 * @throws Refusal EMAIL_UNREGISTERED, at most three times an hour per client; TOO_MANY, for all addresses alike.
 */
export async function askForPin(
  parts: Pick<SessionParts, 'database' | 'secrets' | 'throttle' | 'activity' | 'log' | 'clock'>,
  text: string,
  from: { address: string; language: Language },
): Promise<void> {
  const { throttle, log } = parts
  const found = await throttle.guess('lost-pin', throttleSubject(from.address), async () => {
    const email = parseAddress(text.trim())
    const asked = email === undefined ? 0 : await queuePins(parts, email, from)
    log.info({ rooms: asked }, 'lost PIN asked for')
    return asked > 0 ? true : undefined
  })
  if (!found) throw new Refusal('EMAIL_UNREGISTERED')
}

async function queuePins(
  parts: Pick<SessionParts, 'database' | 'secrets' | 'throttle' | 'activity' | 'clock'>,
  email: string,
  { address, language }: { address: string; language: Language },
): Promise<number> {
  const { database, secrets, throttle, activity } = parts
  await throttle.count(
    'lost-pin-mail',
    secrets.digestOf('email', identityOf(email)).toString('base64url'),
  )
  const link = (await throttle.budget.spentUntil()) !== undefined
  return database.transaction(async (tx) => {
    const entrants = await entrantsAt(tx, email)
    const rooms = await Promise.all(entrants.map(({ room_id }) => roomIfAny(tx, room_id)))
    const admitted = entrants.filter((entrant, index) => {
      const room = rooms[index]
      return (
        room && closedTo(entrant, room, { at: parts.clock.now(), address: undefined }) === undefined
      )
    })
    for (const entrant of admitted)
      await activity.record(tx, auditActorOf(entrant, address), 'session.pin-asked', { link })
    await addJobs(
      tx,
      lostPin,
      admitted.map(({ id: memberId }) => ({ memberId, link, language })),
    )
    return admitted.length
  })
}

/** Anyone can request a PIN, so earlier ones stay valid. */
export const lostPinJob = (
  parts: Pick<SessionParts, 'database' | 'secrets' | 'clock' | 'outbox' | 'publicUrl'>,
) =>
  handle(lostPin, async ({ memberId, link, language }) => {
    const drawn = await drawPin(parts.secrets)
    const token = link ? drawToken() : undefined
    await parts.database.transaction(async (tx) => {
      const member = await entrantOf(tx, memberId)
      const room = member && (await roomIfAny(tx, member.room_id))
      if (
        !member ||
        !room ||
        closedTo(member, room, { at: parts.clock.now(), address: undefined }) !== undefined
      )
        return
      await mailPin(tx, parts, { member, room, language }, drawn, {
        occasion: 'replacement',
        entryLink: token,
      })
      if (token === undefined) return
      const tokenHash = parts.secrets.digestOf('link', token)
      await insertLink(tx, { roomId: room.id, memberId, tokenHash, createdAt: parts.clock.now() })
    })
  })
