import { z } from 'zod'
import type { Tx } from '../../../platform/db/database.ts'
import { every, handle, jobType } from '../../../platform/jobs/job.ts'
import { machine } from '../../audit/index.ts'
import { findParticipants, holdTemplate, type ParticipantRow } from '../drafting/templates.read.ts'
import { moveTemplate } from '../drafting/templates.store.ts'
import { noteTemplateEvent } from '../note-event.ts'
import { mayMove } from '../signing-states.ts'
import { AUTHORS_LANGUAGE, documentOf, mailAuthor } from './notify-people.ts'
import { detailsOf } from './record-signing-event.ts'
import { expiredMail } from './signing.mails.ts'
import type { SigningParts } from './signing.parts.ts'
import { findNearlyOverdue, findOverdue } from './signing.read.ts'
import { IN_TURN, REMIND_BEFORE_MS } from './signing.rules.ts'
import { settleParticipant } from './signing.store.ts'
import { linkPeople } from './take-turns.ts'

type RemindingParts = Pick<
  SigningParts,
  'database' | 'encryptor' | 'outbox' | 'activity' | 'clock' | 'bus' | 'publicUrl'
>

const AT_ONCE = 500

const expireDocuments = jobType('compose.expire', z.object({}), { maxAttempts: 1 })

/** Checks again under the lock, so nothing repeats. */
export function signingJobs(parts: SigningParts) {
  return {
    handlers: [
      handle(expireDocuments, async () => {
        const { db } = parts.database
        for (const each of await findOverdue(db, parts.clock.now(), AT_ONCE))
          await alone(parts, each, expire)
        for (const each of await findNearlyOverdue(db, parts.clock.now(), AT_ONCE))
          await alone(parts, each, remindLast)
      }),
    ],
    recurring: [every(expireDocuments, '41 * * * *')],
  }
}

interface ExpiringDocument {
  readonly id: number
  readonly room_id: number
}

async function alone(
  parts: SigningParts,
  found: ExpiringDocument,
  work: (parts: SigningParts, found: ExpiringDocument) => Promise<void>,
): Promise<void> {
  try {
    await work(parts, found)
  } catch (error) {
    parts.log.error(
      { templateId: found.id, error },
      'the time of a document to sign could not be looked after',
    )
  }
}

const inTurn = async (tx: Tx, templateId: number): Promise<ParticipantRow[]> =>
  (await findParticipants(tx, [templateId])).filter(({ status }) => IN_TURN.includes(status))

const expire = (
  parts: Pick<SigningParts, 'database' | 'outbox' | 'activity' | 'clock' | 'bus'>,
  { id: templateId, room_id: roomId }: ExpiringDocument,
): Promise<void> =>
  parts.database.transaction(async (tx) => {
    const template = await holdTemplate(tx, roomId, templateId)
    if (!template || !mayMove(template.status, 'EXPIRED')) return
    const at = parts.clock.now()
    const late = (await inTurn(tx, templateId)).filter(
      ({ expires_at }) => expires_at !== null && expires_at <= at,
    )
    if (late.length === 0) return
    await moveTemplate(tx, templateId, { status: 'EXPIRED', ended_at: at })
    for (const person of late) {
      await settleParticipant(tx, person.id, { status: 'EXPIRED' })
      await parts.activity.record(
        tx,
        machine(roomId),
        'compose.expired',
        detailsOf(template, person),
      )
      await noteTemplateEvent(tx, {
        roomId,
        templateId,
        participantId: person.id,
        kind: 'expired',
        at,
      })
    }
    const document = await documentOf(tx, template)
    await mailAuthor(tx, parts, template, 'sign-expired', (to) =>
      expiredMail(AUTHORS_LANGUAGE, document, to, late),
    )
    await parts.bus.publish(tx, { room: roomId, kind: 'signing', template: templateId })
  })

/** People who fetched since then count as reading. */
const READING_MS = 3_600_000
const isReading = ({ opened_at, viewed_at, downloaded_at }: ParticipantRow, now: number): boolean =>
  [opened_at, viewed_at, downloaded_at].some((at) => at !== null && now - at.getTime() < READING_MS)

/** Reminders end links, so recently mailed people and readers are skipped. */
const remindLast = (
  parts: RemindingParts,
  { id: templateId, room_id: roomId }: ExpiringDocument,
): Promise<void> =>
  parts.database.transaction(async (tx) => {
    const template = await holdTemplate(tx, roomId, templateId)
    if (template?.status !== 'SENT') return
    const now = parts.clock.now().getTime()
    const due = (await inTurn(tx, templateId)).filter((person) => {
      if (isReading(person, now)) return false
      const { expires_at, linked_at } = person
      const end = expires_at?.getTime() ?? 0
      return (
        linked_at !== null &&
        end > now &&
        end - REMIND_BEFORE_MS <= now &&
        linked_at.getTime() < end - REMIND_BEFORE_MS
      )
    })
    if (due.length > 0)
      await linkPeople(tx, parts, template, due, {
        kind: 'sign-reminder',
        renews: false,
        actor: machine(roomId),
      })
  })
