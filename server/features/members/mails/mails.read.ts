import type { Queryable } from '../../../platform/db/database.ts'
import type { MailTables } from '../../../platform/mail/outbox.tables.ts'
import type { MemberTables } from '../members.tables.ts'

const SECRETS = ['pin', 'code'] as const

export const RENEWABLE = [...SECRETS, 'acceptance'] as const

/** Later mails of the kind or message replace a failed one. */
const REPLACED = [...RENEWABLE, 'step', 'message'] as const

export async function findNewestMails(db: Queryable, memberIds: readonly number[]) {
  if (memberIds.length === 0) return new Map<number, never>()
  const rows = await db
    .withTables<MailTables>()
    .selectFrom('mails')
    .distinctOn('member_id')
    .select(['id', 'member_id', 'kind', 'status', 'last_error', 'attempts', 'created_at'])
    .where('member_id', 'in', [...memberIds])
    .where('kind', 'in', [...SECRETS])
    .orderBy('member_id')
    .orderBy('id', 'desc')
    .execute()
  return new Map(
    rows.flatMap(({ member_id: memberId, ...mail }) =>
      memberId === null ? [] : [[memberId, mail] as const],
    ),
  )
}

export type NewestMail =
  Awaited<ReturnType<typeof findNewestMails>> extends Map<number, infer M> ? M : never

function failedMails(db: Queryable, roomId: number) {
  return db
    .withTables<MailTables & Pick<MemberTables, 'members'>>()
    .selectFrom('mails')
    .innerJoin('members', 'members.id', 'mails.member_id')
    .select(['mails.id', 'mails.kind', 'mails.last_error', 'mails.attempts', 'mails.created_at'])
    .select(['members.id as member_id', 'members.name', 'members.email'])
    .where('mails.room_id', '=', roomId)
    .where('mails.status', '=', 'failed')
    .where('mails.dismissed_at', 'is', null)
    .where('members.ended_at', 'is', null)
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('mails.kind', 'not in', [...REPLACED]),
        not(
          exists(
            selectFrom('mails as later')
              .select('later.id')
              .whereRef('later.member_id', '=', 'mails.member_id')
              .whereRef('later.kind', '=', 'mails.kind')
              .whereRef('later.id', '>', 'mails.id')
              .where((later) =>
                later.or([
                  later('mails.kind', '!=', 'message'),
                  later('later.message_id', '=', later.ref('mails.message_id')),
                ]),
              ),
          ),
        ),
      ]),
    )
}

export async function findFailedMails(
  db: Queryable,
  roomId: number,
  { before, limit }: { before: number | undefined; limit: number },
) {
  const newest = failedMails(db, roomId).orderBy('mails.id', 'desc').limit(limit)
  return before === undefined ? newest.execute() : newest.where('mails.id', '<', before).execute()
}

export type FailedMail = Awaited<ReturnType<typeof findFailedMails>>[number]

export async function findFailedMail(
  db: Queryable,
  roomId: number,
  mailId: number,
): Promise<FailedMail | undefined> {
  return failedMails(db, roomId).where('mails.id', '=', mailId).executeTakeFirst()
}

export async function findMailTimes(
  db: Queryable,
  memberId: number,
  { kinds, limit }: { readonly kinds: readonly string[]; readonly limit: number },
): Promise<Date[]> {
  const rows = await db
    .withTables<MailTables>()
    .selectFrom('mails')
    .select('created_at')
    .where('member_id', '=', memberId)
    .where('kind', 'in', [...kinds])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ created_at }) => created_at)
}
