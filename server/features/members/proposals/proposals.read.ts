import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { identityOf } from '../members.rules.ts'
import type { MemberTables } from '../members.tables.ts'

const proposals = (db: Queryable, roomId: number) =>
  db
    .withTables<MemberTables>()
    .selectFrom('proposals')
    .innerJoin('members as lead', 'lead.id', 'proposals.proposed_by')
    .innerJoin('groups', 'groups.id', 'proposals.group_id')
    .select([
      'proposals.id',
      'proposals.group_id',
      'proposals.name',
      'proposals.email',
      'proposals.division',
      'proposals.position',
    ])
    .select(['proposals.note', 'proposals.state', 'proposals.proposed_at', 'proposals.proposed_by'])
    .select(['lead.name as lead_name', 'groups.name as group_name'])
    .where('proposals.room_id', '=', roomId)

export type ProposalRow = Awaited<ReturnType<typeof findWaiting>>[number]

interface ProposalsPageQuery {
  readonly cursor: number | undefined
  readonly limit: number
}

export async function findWaiting(
  db: Queryable,
  roomId: number,
  { cursor, limit }: ProposalsPageQuery,
) {
  const rows = proposals(db, roomId)
    .where('proposals.state', '=', 'waiting')
    .orderBy('proposals.id')
    .limit(limit)
  return (cursor === undefined ? rows : rows.where('proposals.id', '>', cursor)).execute()
}

export async function countWaiting(db: Queryable, roomId: number): Promise<number> {
  const { count } = await db
    .withTables<MemberTables>()
    .selectFrom('proposals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('room_id', '=', roomId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return count
}

export async function findOfGroup(
  db: Queryable,
  roomId: number,
  groupId: number,
  { cursor, limit }: ProposalsPageQuery,
) {
  const rows = proposals(db, roomId)
    .where('proposals.group_id', '=', groupId)
    .orderBy('proposals.id', 'desc')
    .limit(limit)
  return (cursor === undefined ? rows : rows.where('proposals.id', '<', cursor)).execute()
}

export async function findProposal(
  db: Queryable,
  roomId: number,
  proposalId: number,
): Promise<ProposalRow | undefined> {
  return proposals(db, roomId).where('proposals.id', '=', proposalId).executeTakeFirst()
}

export async function holdProposal(
  tx: Tx,
  roomId: number,
  proposalId: number,
): Promise<ProposalRow | undefined> {
  return proposals(tx, roomId)
    .where('proposals.id', '=', proposalId)
    .forUpdate('proposals')
    .executeTakeFirst()
}

export async function countSince(tx: Tx, groupId: number, since: Date): Promise<number> {
  const { count } = await tx
    .withTables<MemberTables>()
    .selectFrom('proposals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('group_id', '=', groupId)
    .where('proposed_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** Serializes a group's proposals, so that its limit holds. */
export async function holdGroup(
  tx: Tx,
  roomId: number,
  groupId: number,
): Promise<string | undefined> {
  const row = await tx
    .withTables<MemberTables>()
    .selectFrom('groups')
    .select('name')
    .where('room_id', '=', roomId)
    .where('id', '=', groupId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.name
}

export async function findWaitingAddresses(tx: Tx, groupId: number): Promise<ReadonlySet<string>> {
  const rows = await tx
    .withTables<MemberTables>()
    .selectFrom('proposals')
    .select('email')
    .where('group_id', '=', groupId)
    .where('state', '=', 'waiting')
    .execute()
  return new Set(rows.map(({ email }) => identityOf(email)))
}

export async function findGroupName(tx: Tx, groupId: number): Promise<string> {
  const { name } = await tx
    .withTables<MemberTables>()
    .selectFrom('groups')
    .select('name')
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow()
  return name
}

export async function findLead(tx: Tx, memberId: number, groupId: number) {
  return tx
    .withTables<MemberTables>()
    .selectFrom('members')
    .select(['name', 'email'])
    .where('id', '=', memberId)
    .where('group_id', '=', groupId)
    .where('group_lead', '=', true)
    .executeTakeFirst()
}
