import type { z } from 'zod'
import type { Language } from '../../../contract/core/errors.ts'
import { ROLE } from '../../../contract/core/limits.ts'
import type { invitee } from '../../../contract/features/members.ts'
import type { Actor } from '../../access/actor.ts'
import { relyOn } from '../../access/rules-in-use.store.ts'
import type { Tx } from '../../platform/db/database.ts'
import { RELEASE_RULES } from '../../platform/db/process-row.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { parseAddress } from '../../platform/mail/address.ts'
import type { AuditActor } from '../audit/index.ts'
import { type RoomRow, roomOf, takeSeats } from '../rooms/index.ts'
import { inviterOf } from './change-member.ts'
import { type DrawnCode, drawCode, mailCode, mailPin } from './mails/mail-secret.ts'
import type { Inviter } from './members.mails.ts'
import type { MemberParts } from './members.parts.ts'
import { findTakenAddresses, keepGroups } from './members.read.ts'
import { identityOf } from './members.rules.ts'
import { insertMember } from './members.store.ts'
import { type DrawnPin, drawPin } from './pins/issue-pin.ts'

type Invitee = z.output<typeof invitee>

interface InvitedMember {
  readonly id: number
  readonly userName: string
  readonly email: string
}

const PHONE = /^(?=(?:\D*\d){3})\+?[0-9()\-. ]{3,40}$/

/** Hashing is slow. */
interface Prepared {
  readonly people: readonly Invitee[]
  readonly identities: readonly string[]
  readonly pins: readonly DrawnPin[]
  readonly codes: readonly (DrawnCode | undefined)[]
}

/** @throws Refusal EMAIL_FORMAT, PHONE_FORMAT, EMAIL_DUPLICATE with a list, USER_LIMIT */
export async function inviteMembers(
  parts: MemberParts,
  actor: Actor,
  invitees: readonly Invitee[],
  language: Language,
): Promise<InvitedMember[]> {
  const prepared = await prepareInvitation(parts, invitees)
  return parts.database.transaction(async (tx) => {
    await parts.confirm(tx, actor, 'members.manage')
    return invitePrepared(tx, parts, actor, prepared, {
      inviter: await inviterOf(tx, actor),
      language,
    })
  })
}

/** @param inTurn occupies one hashing place @throws Refusal EMAIL_FORMAT, PHONE_FORMAT, EMAIL_DUPLICATE with a list, BAD_REQUEST */
export async function prepareInvitation(
  { secrets }: Pick<MemberParts, 'secrets'>,
  invitees: readonly Invitee[],
  inTurn = false,
): Promise<Prepared> {
  const people = invitees.map((person) => ({
    ...person,
    email: parseAddress(person.email.trim()) ?? '',
  }))
  refuseEach(
    'EMAIL_FORMAT',
    invitees.filter((_, index) => people[index]?.email === '').map((person) => person.email.trim()),
  )
  refuseEach(
    'PHONE_FORMAT',
    people
      .map((person) => person.phone ?? '')
      .filter((phone) => phone !== '' && !PHONE.test(phone)),
  )
  const identities = people.map((person) => identityOf(person.email))
  refuseEach(
    'EMAIL_DUPLICATE',
    identities.filter((email, index) => identities.indexOf(email) !== index),
  )

  if (people.some(({ from, until }) => from !== undefined && until !== undefined && until <= from))
    throw new Refusal('BAD_REQUEST')
  if (
    people.some(
      ({ scope, groupId, from, until }) =>
        scope !== undefined && (groupId ?? from ?? until) !== undefined,
    )
  )
    throw new Refusal('BAD_REQUEST')
  const pins: DrawnPin[] = []
  if (inTurn) for (const _ of people) pins.push(await drawPin(secrets))
  else pins.push(...(await Promise.all(people.map(() => drawPin(secrets)))))
  const codes = await Promise.all(
    people.map(({ scope }) => (scope === undefined ? undefined : drawCode(secrets))),
  )
  return { people, identities, pins, codes }
}

/**
 * The actor is confirmed.
 * @param namesTaken if false, refusals list row numbers instead of addresses
 * @throws Refusal EMAIL_DUPLICATE with a list, USER_LIMIT, NOT_FOUND for a group
 */
export async function invitePrepared(
  tx: Tx,
  parts: Pick<MemberParts, 'activity' | 'clock' | 'outbox' | 'publicUrl' | 'secrets'>,
  actor: AuditActor,
  { people, identities, pins, codes }: Prepared,
  {
    inviter,
    language,
    namesTaken = true,
  }: Pick<Invitation, 'inviter' | 'language'> & { readonly namesTaken?: boolean },
): Promise<InvitedMember[]> {
  const room = await roomOf(tx, actor.roomId)
  await takeSeats(tx, room, people.length)
  const taken = await findTakenAddresses(tx, actor.roomId, identities)
  const takenRows = identities.flatMap((identity, index) =>
    taken.some((each) => identityOf(each) === identity) ? `${index + 1}` : [],
  )
  refuseEach('EMAIL_DUPLICATE', namesTaken ? taken : takenRows)
  if (people.some(({ groupId, from, until }) => (groupId ?? from ?? until) !== undefined)) {
    const groups = await keepGroups(tx, actor.roomId)
    await relyOn(tx, RELEASE_RULES.groupRights)
    const row = 1 + people.findIndex(({ groupId }) => groupId !== undefined && !groups.has(groupId))
    const at = { ko: ` (${row}번째 사용자의 그룹)`, en: ` (group of person ${row})` }
    if (row > 0) throw new Refusal('NOT_FOUND', { variables: { at }, extra: { row } })
  }
  if (people.some(({ scope }) => scope === 'content'))
    await relyOn(tx, RELEASE_RULES.operatorScopes)
  const invited: InvitedMember[] = []
  for (const [index, pin] of pins.entries()) {
    const person = people[index]
    if (person)
      invited.push(
        await inviteOne(tx, { parts, actor, room, inviter, language }, person, {
          pin,
          code: codes[index],
        }),
      )
  }
  return invited
}

function switchesOf({ groupId, print, download, from, until, scope }: Invitee): {
  print: boolean
  download: boolean
} {
  const isByGroup = [groupId, print, download, from, until, scope].some(
    (each) => each !== undefined,
  )
  return { print: print ?? isByGroup, download: download ?? isByGroup }
}

interface Invitation {
  readonly parts: Pick<MemberParts, 'activity' | 'clock' | 'outbox' | 'publicUrl' | 'secrets'>
  readonly actor: AuditActor
  readonly room: RoomRow
  readonly inviter: Inviter
  readonly language: Language
}

async function inviteOne(
  tx: Tx,
  { parts, actor, room, inviter, language }: Invitation,
  person: Invitee,
  { pin, code }: { readonly pin: DrawnPin; readonly code: DrawnCode | undefined },
): Promise<InvitedMember> {
  const { memberId } = await insertMember(tx, {
    roomId: room.id,
    roleId: code ? ROLE.operator : ROLE.participant,
    scope: person.scope,
    name: person.name,
    email: person.email,
    division: person.division ?? '',
    position: person.position ?? '',
    phone: person.phone ?? '',
    ...switchesOf(person),
    groupId: person.groupId,
    from: person.from === undefined ? undefined : new Date(person.from),
    until: person.until === undefined ? undefined : new Date(person.until),
    codeHash: code?.hash ?? null,
    createdAt: parts.clock.now(),
  })
  await parts.activity.record(tx, actor, 'member.invited', {
    ...{ memberId, name: person.name, email: person.email },
    ...(person.scope === undefined ? {} : { scope: person.scope }),
  })
  const to = { member: { ...person, id: memberId }, room, language }
  await mailPin(tx, parts, to, pin, { inviter, occasion: 'invitation' })
  if (code) await mailCode(tx, parts, to, code, true)
  return { id: memberId, userName: person.name, email: person.email }
}

function refuseEach(
  code: 'EMAIL_FORMAT' | 'PHONE_FORMAT' | 'EMAIL_DUPLICATE',
  which: readonly string[],
): void {
  if (which.length > 0)
    throw new Refusal(code, {
      variables: { list: [...new Set(which)].map((text) => text.slice(0, 254)).join(', ') },
    })
}
