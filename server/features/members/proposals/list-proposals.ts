import { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { BesideIn, PayloadIn } from '../../../../contract/core/operation.ts'
import type * as contract from '../../../../contract/features/groups/proposals.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Reply } from '../../../platform/http/envelope.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../../platform/http/paging.ts'
import type { MemberParts } from '../members.parts.ts'
import { findTakenAddresses } from '../members.read.ts'
import { identityOf } from '../members.rules.ts'
import { countWaiting, findOfGroup, findWaiting, type ProposalRow } from './proposals.read.ts'
import { groupIdOf } from './propose.ts'

type ListProposalsParts = Pick<MemberParts, 'database'>
type ListProposalsInput = z.output<(typeof contract.own)['query']>

const cursorShape = z.tuple([z.int().positive()])

const pageOf = ({ cursor, limit = LIMITS.listDefault }: ListProposalsInput) => ({
  cursor: cursor === undefined ? undefined : decodeCursor(cursor, cursorShape)[0],
  limit: limit + 1,
})

const cut = (found: readonly ProposalRow[], { limit = LIMITS.listDefault }: ListProposalsInput) =>
  cutPage(found, limit, ({ id }) => encodeCursor([id]))

const present = ({
  id,
  name,
  email,
  division,
  position,
  note,
  proposed_at,
  lead_name,
}: ProposalRow) => ({
  ...{ id, userName: name, email, division, position, note },
  proposedAt: proposed_at.toISOString(),
  proposedBy: lead_name,
})

/** @throws Refusal NOT_FOUND; BAD_REQUEST for an invalid cursor. */
export async function listOwnProposals(
  { database }: ListProposalsParts,
  actor: Actor,
  query: ListProposalsInput,
): Promise<Reply<PayloadIn<typeof contract.own>>> {
  const { rows, nextCursor } = cut(
    await findOfGroup(database.db, actor.roomId, groupIdOf(actor), pageOf(query)),
    query,
  )
  return { payload: rows.map((row) => ({ ...present(row), state: row.state })), nextCursor }
}

/** @throws Refusal BAD_REQUEST for an invalid cursor */
export async function listWaitingProposals(
  { database: { db } }: ListProposalsParts,
  { roomId }: Actor,
  query: ListProposalsInput,
): Promise<Reply<PayloadIn<typeof contract.waiting>, BesideIn<typeof contract.waiting>>> {
  const { rows, nextCursor } = cut(await findWaiting(db, roomId, pageOf(query)), query)
  const emails = rows.map(({ email }) => email)
  const taken = new Set(emails.length > 0 ? await findTakenAddresses(db, roomId, emails) : [])
  const payload = rows.map((row) => ({
    ...present(row),
    groupId: row.group_id,
    group: row.group_name,
    isMember: taken.has(identityOf(row.email)),
  }))
  return { payload, nextCursor, total: await countWaiting(db, roomId) }
}
