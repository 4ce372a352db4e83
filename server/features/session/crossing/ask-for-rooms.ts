import { z } from 'zod'
import { LANGUAGES, type Language } from '../../../../contract/core/language.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { addJob, handle, jobType } from '../../../platform/jobs/job.ts'
import { parseAddress } from '../../../platform/mail/address.ts'
import { entrantOf, entrantsAt, identityOf } from '../../members/index.ts'
import { drawToken } from '../entry/visitor.ts'
import type { SessionParts } from '../session.parts.ts'
import { throttleSubject } from '../throttling/throttle.ts'
import { crossableAt } from './address-proof.ts'
import { insertProofLink } from './proofs.store.ts'
import { roomsMail } from './rooms.mails.ts'

/** One of the address's members, or null for an unknown address, whose job does nothing. */
const mailRooms = jobType('session.mail-rooms', z.object({ memberId: z.int().nullable(), language: z.enum(LANGUAGES) }), {
  maxAttempts: 12,
})

/** Known and unknown addresses get the same answer after the same work. @throws Refusal EMAIL_FORMAT, TOO_MANY */
export async function askForRooms(
  { database, throttle, secrets, log }: Pick<SessionParts, 'database' | 'throttle' | 'secrets' | 'log'>,
  text: string,
  { address, language }: { readonly address: string; readonly language: Language },
): Promise<void> {
  await throttle.count('rooms-link', throttleSubject(address))
  const email = parseAddress(text.trim())
  if (email === undefined) throw new Refusal('EMAIL_FORMAT', { variables: { list: text.trim().slice(0, 254) } })
  await throttle.count('rooms-mail', secrets.digestOf('email', identityOf(email)).toString('base64url'))
  const [first] = await entrantsAt(database.db, email)
  await database.transaction((tx) => addJob(tx, mailRooms, { memberId: first?.id ?? null, language }))
  log.info({}, 'link to the rooms of an address asked for')
}

/** The key of the first room encrypts the mail. It names no member, so no list of that room's mails shows it. */
export const roomsLinkJob = (parts: Pick<SessionParts, 'database' | 'secrets' | 'clock' | 'outbox' | 'publicUrl'>) =>
  handle(mailRooms, async ({ memberId, language }) => {
    if (memberId === null) return
    const token = drawToken()
    await parts.database.transaction(async (tx) => {
      const asker = await entrantOf(tx, memberId)
      if (!asker) return
      const at = parts.clock.now()
      const open = await crossableAt(tx, asker.email, at)
      const [first] = open
      if (!first) return
      const names = open.map(({ room }) => room.name)
      const mail = roomsMail(language, asker.email, { names, url: `${parts.publicUrl}/rooms#${token}` })
      await insertProofLink(tx, { tokenHash: parts.secrets.digestOf('rooms-link', token), email: identityOf(asker.email), at })
      await parts.outbox.queue(tx, { roomId: first.room.id, kind: 'rooms', mail })
    })
  })
