import { sql } from 'kysely'
import type { ParticipantStatus, PdfPurpose } from '../../../../contract/features/composed.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { ParticipantRow } from '../drafting/templates.read.ts'
import type { EsignTables } from '../esign.tables.ts'
import { partyStatesBefore } from '../signing-states.ts'

const tables = (tx: Queryable) => tx.withTables<EsignTables>()

export async function giveStrayBoxes(
  tx: Tx,
  templateId: number,
  participantId: number,
): Promise<void> {
  await tables(tx)
    .updateTable('template_boxes')
    .set({ participant_id: participantId })
    .where('template_id', '=', templateId)
    .where('participant_id', 'is', null)
    .execute()
}

export async function settleCopies(tx: Tx, templateId: number, at: Date): Promise<void> {
  await tables(tx)
    .updateTable('template_participants')
    .set({ status: 'DONE', invited_at: at })
    .where('template_id', '=', templateId)
    .where('type', '=', 'CC')
    .execute()
}

interface SigningLinkFields {
  readonly digest?: Buffer
  readonly at: Date
  readonly expiresAt: Date
}

/** Earlier links become invalid. */
export async function giveLink(
  tx: Tx,
  participantId: number,
  { digest, at, expiresAt }: SigningLinkFields,
): Promise<ParticipantRow> {
  return tables(tx)
    .updateTable('template_participants')
    .set({
      token_digest: digest ?? null,
      linked_at: digest ? at : null,
      expires_at: expiresAt,
      invited_at: sql`coalesce(invited_at, ${at})`,
      status: sql<ParticipantStatus>`case status when 'WAITING' then 'INVITED' else status end`,
    })
    .where('id', '=', participantId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

interface GivenFile {
  readonly fileId: number
  readonly at: Date
}

export async function markOpened(
  tx: Tx,
  participantId: number,
  { fileId, at }: GivenFile,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('template_participants')
    .set({ status: 'OPENED', opened_at: at, viewed_at: at, viewed_file: fileId })
    .where('id', '=', participantId)
    .where('status', 'in', partyStatesBefore('OPENED'))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface Fetched extends GivenFile {
  readonly purpose: PdfPurpose
  readonly since: Date
}

const NOTED = {
  view: { at: 'viewed_at', file: 'viewed_file' },
  download: { at: 'downloaded_at', file: 'downloaded_file' },
} as const

/** @returns true if no such fetch occurred since `since` */
export async function markFetched(
  tx: Tx,
  participantId: number,
  { fileId, purpose, at, since }: Fetched,
): Promise<boolean> {
  const noted = NOTED[purpose]
  const { numUpdatedRows } = await tables(tx)
    .updateTable('template_participants')
    .set({ [noted.at]: at, [noted.file]: fileId })
    .where('id', '=', participantId)
    .where(({ or, eb }) =>
      or([
        eb(noted.at, 'is', null),
        eb(noted.at, '<=', since),
        eb(noted.file, 'is distinct from', fileId),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface Refused {
  readonly code: string
  readonly at: Date
  readonly since: Date
}

export async function markRefused(
  tx: Tx,
  participantId: number,
  { code, at, since }: Refused,
): Promise<boolean> {
  const { rows } = await sql`
    update template_participants set refusals = refusals || jsonb_build_object(${code}::text, ${at}::timestamptz)
    where id = ${participantId} and coalesce((refusals ->> ${code})::timestamptz <= ${since}, true)
    returning id
  `.execute(tx)
  return rows.length > 0
}

/** The document is locked, other states refused. */
export async function settleParticipant(
  tx: Tx,
  participantId: number,
  { status, at, sealed }: { status: 'DONE' | 'DECLINED' | 'EXPIRED'; at?: Date; sealed?: Buffer },
): Promise<void> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('template_participants')
    .set({ status, ...(at ? { done_at: at } : {}), ...(sealed ? { sealed } : {}) })
    .where('id', '=', participantId)
    .where('status', 'in', partyStatesBefore(status))
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new Error(`participant ${participantId} cannot become ${status} now`)
}

export async function fillBox(tx: Tx, boxId: number, sealed: Buffer): Promise<void> {
  await tables(tx).updateTable('template_boxes').set({ sealed }).where('id', '=', boxId).execute()
}

/** Locks links in the order of sending. @returns the affected documents */
export async function endLinks(
  tx: Tx,
  { roomId, memberId }: { roomId: number; memberId: number },
): Promise<number[]> {
  const { rows } = await sql<{ template_id: number }>`
    with held as (
      select theirs.id from template_participants theirs join users on users.email = lower(theirs.email)
      where users.id = (select user_id from members where id = ${memberId}) and theirs.room_id = ${roomId} and theirs.token_digest is not null
      order by theirs.template_id, theirs.id
      for no key update of theirs
    )
    update template_participants theirs set token_digest = null from held where theirs.id = held.id
    returning theirs.template_id
  `.execute(tx)
  return rows.map(({ template_id }) => template_id)
}
