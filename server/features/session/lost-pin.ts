import { z } from 'zod'
import { LANGUAGES, type Language } from '../../../contract/core/language.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { addJobs, handle, jobType } from '../../platform/jobs/job.ts'
import { parseAddress } from '../../platform/mail/address.ts'
import { drawPin, findEntrants, holdEntrant, identityOf, mailPin } from '../members/index.ts'
import { findRoom } from '../rooms/index.ts'
import { insertLink } from './entry-links.store.ts'
import { closedTo } from './open-session.ts'
import type { SessionParts } from './session.parts.ts'
import { throttleSubject } from './throttle.ts'
import { doerOf, drawToken } from './visitor.ts'

/** `link`: the budget of wrong PINs was spent when it was asked for, so that the PIN alone would not do. */
const lostPin = jobType('session.mail-pin', z.object({ memberId: z.int(), link: z.boolean(), language: z.enum(LANGUAGES) }), {
  maxAttempts: 12,
})

/**
 * Has a new PIN mailed for each room of an address. Drawing and mailing are done in the background, so that the answer comes no later for an
 * address with many rooms.
 * @throws Refusal EMAIL_UNREGISTERED, of which one client learns three times an hour; TOO_MANY, for known and unknown addresses alike.
 */
export async function askForPin(parts: SessionParts, text: string, from: { address: string; language: Language }): Promise<void> {
  const { throttle, log } = parts
  const found = await throttle.guess('lost-pin', throttleSubject(from.address), async () => {
    const email = parseAddress(text.trim())
    const asked = email === undefined ? 0 : await queuePins(parts, email, from)
    log.info({ rooms: asked }, 'lost PIN asked for')
    return asked > 0 ? true : undefined
  })
  if (!found) throw new Refusal('EMAIL_UNREGISTERED')
}

/** @returns for how many rooms. */
async function queuePins(
  parts: SessionParts,
  email: string,
  { address, language }: { address: string; language: Language },
): Promise<number> {
  const { database, secrets, throttle, activity } = parts
  await throttle.count('lost-pin-mail', secrets.digestOf('email', identityOf(email)).toString('base64url'))
  const link = (await throttle.budget.spentUntil()) !== undefined
  return database.transaction(async (tx) => {
    const entrants = await findEntrants(tx, email)
    const rooms = await Promise.all(entrants.map(({ room_id }) => findRoom(tx, room_id)))
    const admitted = entrants.filter((entrant, index) => {
      const room = rooms[index]
      return room && closedTo(entrant, room) === undefined
    })
    for (const entrant of admitted) await activity.record(tx, doerOf(entrant, address), 'session.pin-asked', { link })
    await addJobs(
      tx,
      lostPin,
      admitted.map(({ id: memberId }) => ({ memberId, link, language })),
    )
    return admitted.length
  })
}

/**
 * Draws and mails what was asked for, unless the person may not enter any more. Anybody can ask for it by naming the address, so it takes
 * nothing away: the PINs before it, others that were asked for included, stay good until one of the new ones is used.
 */
export const lostPinJob = (parts: SessionParts) =>
  handle(lostPin, async ({ memberId, link, language }) => {
    const drawn = await drawPin(parts.secrets)
    const token = link ? drawToken() : undefined
    await parts.database.transaction(async (tx) => {
      const member = await holdEntrant(tx, memberId)
      const room = member && (await findRoom(tx, member.room_id))
      if (!member || !room || closedTo(member, room) !== undefined) return
      await mailPin(tx, parts, { member, room, language }, drawn, { replacement: true, entryLink: token })
      if (token === undefined) return
      const tokenHash = parts.secrets.digestOf('link', token)
      await insertLink(tx, { roomId: room.id, memberId, tokenHash, createdAt: parts.clock.now() })
    })
  })
