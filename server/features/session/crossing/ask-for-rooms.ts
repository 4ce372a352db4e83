import { z } from 'zod'
import { LANGUAGES, type Language } from '../../../../contract/core/language.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { addJob, handle, jobType } from '../../../platform/jobs/job.ts'
import { parseAddress } from '../../../platform/mail/address.ts'
import { linkOutside } from '../../../platform/mail/mail-links.ts'
import { type Entrant, entrantOf, entrantsAt, identityOf } from '../../members/index.ts'
import { drawToken } from '../entry/visitor.ts'
import type { SessionParts } from '../session.parts.ts'
import { throttleSubject } from '../throttling/throttle.ts'
import { crossableAt } from './address-proof.ts'
import { insertProofLink } from './proofs.store.ts'
import { roomsMail } from './rooms.mails.ts'

/** The queue stores no address. An unknown one makes an empty list. */
const mailRooms = jobType(
  'session.mail-rooms',
  z.object({ memberIds: z.array(z.int()), language: z.enum(LANGUAGES) }),
  {
    maxAttempts: 12,
  },
)

/** Known and unknown addresses get the same answer after the same work. @throws Refusal EMAIL_FORMAT, TOO_MANY */
export async function askForRooms(
  {
    database,
    throttle,
    secrets,
    log,
  }: Pick<SessionParts, 'database' | 'throttle' | 'secrets' | 'log'>,
  text: string,
  { address, language }: { readonly address: string; readonly language: Language },
): Promise<void> {
  await throttle.count('rooms-link', throttleSubject(address))
  const email = parseAddress(text.trim())
  if (email === undefined)
    throw new Refusal('EMAIL_FORMAT', { variables: { list: text.trim().slice(0, 254) } })
  const subject = secrets.digestOf('email', identityOf(email)).toString('base64url')
  // One client cannot exhaust the address's limit.
  await throttle.count('rooms-ask', `${throttleSubject(address)} ${subject}`)
  await throttle.count('rooms-mail', subject)
  const memberIds = (await entrantsAt(database.db, email)).map(({ id }) => id)
  await database.transaction((tx) => addJob(tx, mailRooms, { memberIds, language }))
  log.info({}, 'link to the rooms of an address asked for')
}

async function anyOf(tx: Tx, memberIds: readonly number[]): Promise<Entrant | undefined> {
  for (const memberId of memberIds) {
    const entrant = await entrantOf(tx, memberId)
    if (entrant?.can_access) return entrant
  }
  return undefined
}

/** The mail uses the first room's key but names no member, so no list shows it. */
export const roomsLinkJob = (
  parts: Pick<SessionParts, 'database' | 'secrets' | 'clock' | 'outbox' | 'publicUrl'>,
) =>
  handle(mailRooms, async ({ memberIds, language }) => {
    if (memberIds.length === 0) return
    const token = drawToken()
    await parts.database.transaction(async (tx) => {
      const asker = await anyOf(tx, memberIds)
      if (!asker) return
      const at = parts.clock.now()
      const open = await crossableAt(
        tx,
        { email: identityOf(asker.email), account: null, created_at: at },
        { at },
      )
      const [first] = open
      if (!first) return
      const names = open.map(({ room }) => room.name)
      const mail = roomsMail(language, asker.email, {
        names,
        url: linkOutside(parts.publicUrl, `/rooms#${token}`),
      })
      await insertProofLink(tx, {
        tokenHash: parts.secrets.digestOf('rooms-link', token),
        email: identityOf(asker.email),
        at,
      })
      await parts.outbox.queue(tx, { roomId: first.room.id, kind: 'rooms', mail, isNeutral: true })
    })
  })
