import type { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type * as contract from '../../../../contract/features/groups/proposals.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { parseAddress } from '../../../platform/mail/address.ts'
import { roomOf } from '../../rooms/index.ts'
import { namesOf } from '../mails/mail-secret.ts'
import type { MemberParts } from '../members.parts.ts'
import { findReachableOperators } from '../members.read.ts'
import { identityOf } from '../members.rules.ts'
import { proposedMail } from './proposals.mails.ts'
import { countSince, findWaitingAddresses, holdGroup, holdProposal } from './proposals.read.ts'
import { insertProposals, type NewProposal, updateProposal } from './proposals.store.ts'

const DAY_MS = 24 * 3_600_000

export type ProposingParts = Pick<
  MemberParts,
  'database' | 'outbox' | 'activity' | 'clock' | 'publicUrl' | 'confirm'
>

type ProposePeopleInput = z.output<(typeof contract.propose)['body']>

/** Operators have no group. @throws Refusal NOT_FOUND */
export function groupIdOf({ group }: Actor): number {
  if (!group) throw new Refusal('NOT_FOUND')
  return group.groupId
}

/** Mail programs turn such names into links. */
const LINK = /[/:@\\]|\.\p{L}{2}/u

/** @throws Refusal EMAIL_FORMAT, PROPOSAL_NAME; EMAIL_DUPLICATE with repeated or waiting addresses */
function readPeople(
  people: ProposePeopleInput['people'],
  waiting: ReadonlySet<string>,
): NewProposal[] {
  const read = people.map(({ userName, email, division = '', position = '' }) => ({
    name: userName,
    email: parseAddress(email.trim()) ?? '',
    division,
    position,
  }))
  const wrong = people
    .filter((_, index) => read[index]?.email === '')
    .map(({ email }) => email.trim())
  if (wrong.length > 0) throw new Refusal('EMAIL_FORMAT', { variables: { list: listOf(wrong) } })
  const links = read.filter(({ name }) => LINK.test(name)).map(({ name }) => name)
  if (links.length > 0) throw new Refusal('PROPOSAL_NAME', { variables: { list: listOf(links) } })
  const identities = read.map(({ email }) => identityOf(email))
  const twice = identities.filter(
    (email, index) => waiting.has(email) || identities.indexOf(email) !== index,
  )
  if (twice.length > 0) throw new Refusal('EMAIL_DUPLICATE', { variables: { list: listOf(twice) } })
  return read
}

const listOf = (texts: readonly string[]): string =>
  [...new Set(texts)].map((text) => text.slice(0, 254)).join(', ')

/** The answer hides who is in the room. @throws Refusal EMAIL_FORMAT, PROPOSAL_NAME, EMAIL_DUPLICATE, PROPOSALS_MANY, NOT_FOUND */
export async function proposePeople(
  parts: ProposingParts,
  actor: Actor,
  { people: asked, note = '' }: ProposePeopleInput,
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const groupId = groupIdOf(actor)
    // Groups are locked before members.
    const group = await holdGroup(tx, actor.roomId, groupId)
    const now = await parts.confirm(tx, actor, 'members.propose')
    if (group === undefined || groupIdOf(now) !== groupId) throw new Refusal('NOT_FOUND')
    const people = readPeople(asked, await findWaitingAddresses(tx, groupId))
    const at = parts.clock.now()
    const today = await countSince(tx, groupId, new Date(at.getTime() - DAY_MS))
    if (today + people.length > LIMITS.proposalsPerDay)
      throw new Refusal('PROPOSALS_MANY', { variables: { limit: LIMITS.proposalsPerDay } })
    await insertProposals(
      tx,
      { roomId: now.roomId, groupId, memberId: now.memberId, at, note },
      people,
    )
    // The lead sees these details, so they omit the group's name.
    const lead = { memberId: now.memberId, name: now.name }
    await parts.activity.recordEach(
      tx,
      actor,
      'member.proposed',
      people.map(({ name, email }) => ({ ...lead, proposed: name, email })),
    )
    await mailOperators(tx, parts, now, { lead: now.name, group, people })
  })
}

interface Proposed {
  readonly lead: string
  readonly group: string
  readonly people: readonly NewProposal[]
}

async function mailOperators(
  tx: Tx,
  { outbox, publicUrl }: ProposingParts,
  { roomId }: Actor,
  proposed: Proposed,
): Promise<void> {
  const room = namesOf(await roomOf(tx, roomId))
  for (const to of await findReachableOperators(tx, roomId))
    await outbox.queue(tx, {
      roomId,
      memberId: to.id,
      kind: 'proposal',
      mail: proposedMail({ room, to, publicUrl, ...proposed }),
    })
}

/** @throws Refusal PROPOSAL_DECIDED; NOT_FOUND for another group's proposal */
export async function withdrawProposal(
  parts: ProposingParts,
  actor: Actor,
  proposalId: number,
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const now = await parts.confirm(tx, actor, 'members.propose')
    const groupId = groupIdOf(now)
    const proposal = await holdProposal(tx, now.roomId, proposalId)
    if (proposal?.group_id !== groupId) throw new Refusal('NOT_FOUND')
    if (proposal.state !== 'waiting') throw new Refusal('PROPOSAL_DECIDED')
    await updateProposal(tx, proposalId, 'withdrawn', parts.clock.now())
    const { name: proposed, email } = proposal
    await parts.activity.record(tx, actor, 'member.proposal-withdrawn', {
      memberId: now.memberId,
      name: now.name,
      proposed,
      email,
    })
  })
}
