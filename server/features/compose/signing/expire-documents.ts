import { z } from 'zod'
import type { Tx } from '../../../platform/db/database.ts'
import { every, handle, jobType } from '../../../platform/jobs/job.ts'
import type { Doer } from '../../activity/index.ts'
import { noteTemplateEvent } from '../note-event.ts'
import { findParticipants, holdTemplate, type ParticipantRow } from '../templates.read.ts'
import { detailsOf } from './open-ceremony.ts'
import { expiredMail } from './signing.mails.ts'
import type { SigningParts } from './signing.parts.ts'
import { findNearlyOverdue, findOverdue } from './signing.read.ts'
import { IN_TURN, REMIND_BEFORE_MS } from './signing.rules.ts'
import { moveTemplate, settleParticipant } from './signing.store.ts'
import { linkPeople } from './take-turns.ts'
import { AUTHORS_LANGUAGE, documentOf, mailAuthor } from './tell-people.ts'

/** Documents of one run; what is left comes in the next. */
const AT_ONCE = 500

const expireDocuments = jobType('compose.expire', z.object({}), { maxAttempts: 1 })

/** Each hour, once among all nodes; a document is looked at again when it is held, so that nothing happens to it twice. */
export function signingJobs(parts: SigningParts) {
  return {
    handlers: [
      handle(expireDocuments, async () => {
        const { db } = parts.database
        for (const each of await findOverdue(db, parts.clock.now(), AT_ONCE)) await expire(parts, each)
        for (const each of await findNearlyOverdue(db, parts.clock.now(), AT_ONCE)) await remindLast(parts, each)
      }),
    ],
    recurring: [every(expireDocuments, '41 * * * *')],
  }
}

interface Found {
  readonly id: number
  readonly room_id: number
}

const inTurn = async (tx: Tx, templateId: number): Promise<ParticipantRow[]> =>
  (await findParticipants(tx, [templateId])).filter(({ status }) => IN_TURN.includes(status))

const machine = (roomId: number): Doer => ({ roomId, memberId: null, userId: null, name: '', position: '', email: '', address: '' })

/** Somebody has let their time pass: the document ends, and its author is told. */
const expire = (parts: SigningParts, { id: templateId, room_id: roomId }: Found): Promise<void> =>
  parts.database.transaction(async (tx) => {
    const template = await holdTemplate(tx, roomId, templateId)
    if (template?.status !== 'SENT') return
    const at = parts.clock.now()
    const late = (await inTurn(tx, templateId)).filter(({ expires_at }) => expires_at !== null && expires_at <= at)
    if (late.length === 0) return
    await moveTemplate(tx, templateId, { status: 'EXPIRED', endedAt: at })
    for (const person of late) {
      await settleParticipant(tx, person.id, { status: 'EXPIRED' })
      await parts.activity.record(tx, machine(roomId), 'compose.expired', detailsOf(template, person))
      await noteTemplateEvent(tx, { roomId, templateId, participantId: person.id, kind: 'expired', at })
    }
    const document = await documentOf(tx, template)
    await mailAuthor(tx, parts, template, 'sign-expired', (to) => expiredMail(AUTHORS_LANGUAGE, document, to, late))
    await parts.bus.publish(tx, { room: roomId, kind: 'signing', template: templateId })
  })

/** Those whose time is nearly over are mailed once more, unless they were just lately. */
const remindLast = (parts: SigningParts, { id: templateId, room_id: roomId }: Found): Promise<void> =>
  parts.database.transaction(async (tx) => {
    const template = await holdTemplate(tx, roomId, templateId)
    if (template?.status !== 'SENT') return
    const now = parts.clock.now().getTime()
    const due = (await inTurn(tx, templateId)).filter(({ expires_at, linked_at }) => {
      const end = expires_at?.getTime() ?? 0
      return linked_at !== null && end > now && end - REMIND_BEFORE_MS <= now && linked_at.getTime() < end - REMIND_BEFORE_MS
    })
    if (due.length > 0) await linkPeople(tx, parts, template, due, { kind: 'sign-reminder', renews: false })
  })
