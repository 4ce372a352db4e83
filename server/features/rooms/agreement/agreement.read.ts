import type { Queryable } from '../../../platform/db/database.ts'
import type { AgreementTables } from './agreement.tables.ts'
import type { AgreementPart } from './agreement-columns.ts'

export async function findCurrent(db: Queryable, roomId: number) {
  return db
    .withTables<AgreementTables>()
    .selectFrom('agreements')
    .innerJoin('rooms', (join) =>
      join
        .onRef('rooms.id', '=', 'agreements.room_id')
        .onRef('rooms.agreement_version', '=', 'agreements.version'),
    )
    .select([
      'agreements.version',
      'agreements.form',
      'agreements.ko',
      'agreements.en',
      'agreements.signature',
    ])
    .where('agreements.room_id', '=', roomId)
    .executeTakeFirst()
}

/** Reads one part alone, since a PDF may be large. */
export async function findPart(
  db: Queryable,
  roomId: number,
  version: number,
  part: AgreementPart,
): Promise<Buffer | undefined> {
  const row = await db
    .withTables<AgreementTables>()
    .selectFrom('agreements')
    .select((eb) => eb.ref(part).as('sealed'))
    .where('room_id', '=', roomId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.sealed ?? undefined
}

export async function findLastVersion(db: Queryable, roomId: number): Promise<number> {
  const row = await db
    .withTables<AgreementTables>()
    .selectFrom('agreements')
    .select((eb) => eb.fn.max('version').as('last'))
    .where('room_id', '=', roomId)
    .executeTakeFirst()
  return row?.last ?? 0
}

export async function findPageSizes(db: Queryable, roomId: number, version: number) {
  return db
    .withTables<AgreementTables>()
    .selectFrom('agreement_pages')
    .select(['width', 'height'])
    .where('room_id', '=', roomId)
    .where('version', '=', version)
    .orderBy('page')
    .execute()
}

export async function findPage(
  db: Queryable,
  roomId: number,
  version: number,
  page: number,
): Promise<Buffer | undefined> {
  const row = await db
    .withTables<AgreementTables>()
    .selectFrom('agreement_pages')
    .innerJoin('rooms', (join) =>
      join
        .onRef('rooms.id', '=', 'agreement_pages.room_id')
        .onRef('rooms.agreement_version', '=', 'agreement_pages.version'),
    )
    .select('agreement_pages.sealed')
    .where('agreement_pages.room_id', '=', roomId)
    .where('agreement_pages.version', '=', version)
    .where('agreement_pages.page', '=', page)
    .executeTakeFirst()
  return row?.sealed
}

export async function findLastAccepted(db: Queryable, memberId: number) {
  return db
    .withTables<AgreementTables>()
    .selectFrom('agreement_acceptances')
    .select(['version', 'language', 'address', 'sealed', 'accepted_at as at'])
    .where('member_id', '=', memberId)
    .orderBy('accepted_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findVersions(db: Queryable, roomId: number, version?: number) {
  return db
    .withTables<AgreementTables>()
    .selectFrom('agreements')
    .select(['version', 'created_at'])
    .select((eb) => [
      eb('ko', 'is not', null).as('has_ko'),
      eb('en', 'is not', null).as('has_en'),
      eb('pdf', 'is not', null).as('has_pdf'),
    ])
    .where('room_id', '=', roomId)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .orderBy('version')
    .execute()
}

interface AcceptancePosition {
  readonly memberId: number
  readonly version: number
}

export async function findAcceptancesAfter(
  db: Queryable,
  roomId: number,
  { memberId, version }: AcceptancePosition,
  limit: number,
) {
  return db
    .withTables<AgreementTables>()
    .selectFrom('agreement_acceptances')
    .select(['member_id', 'version', 'language', 'accepted_at', 'sealed'])
    .where('room_id', '=', roomId)
    .where((eb) =>
      eb.or([
        eb('member_id', '>', memberId),
        eb('member_id', '=', memberId).and('version', '>', version),
      ]),
    )
    .orderBy('member_id')
    .orderBy('version')
    .limit(limit)
    .execute()
}
