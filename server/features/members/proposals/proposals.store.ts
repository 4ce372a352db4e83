import type { ProposalState } from '../../../../contract/features/groups/proposals.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { MemberTables } from '../members.tables.ts'

export interface NewProposal {
  readonly name: string
  readonly email: string
  readonly division: string
  readonly position: string
}

interface By {
  readonly roomId: number
  readonly groupId: number
  readonly memberId: number
  readonly at: Date
  readonly note: string
}

export async function insertProposals(
  tx: Tx,
  { roomId, groupId, memberId, at, note }: By,
  people: readonly NewProposal[],
): Promise<void> {
  const by = { room_id: roomId, group_id: groupId, proposed_by: memberId, proposed_at: at, note }
  await tx
    .withTables<MemberTables>()
    .insertInto('proposals')
    .values(people.map((person) => ({ ...by, ...person })))
    .execute()
}

export async function updateProposal(
  tx: Tx,
  proposalId: number,
  state: ProposalState,
  at: Date,
): Promise<void> {
  await tx
    .withTables<MemberTables>()
    .updateTable('proposals')
    .set({ state, decided_at: at })
    .where('id', '=', proposalId)
    .execute()
}

export async function updateLead(tx: Tx, memberId: number, isLead: boolean): Promise<void> {
  await tx
    .withTables<MemberTables>()
    .updateTable('members')
    .set({ group_lead: isLead })
    .where('id', '=', memberId)
    .execute()
}
