import type { Ground } from '../../../../contract/core/contrast.ts'
import type { BrandSettings } from '../../../../contract/features/rooms/brand.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { BrandTables } from './brand.tables.ts'

const UNBRANDED: BrandSettings = {
  firm: '',
  accent: null,
  accentDark: null,
  sender: '',
  replyTo: '',
  footer: '',
}

export async function findBrand(db: Queryable, roomId: number): Promise<BrandSettings> {
  const row = await db
    .withTables<BrandTables>()
    .selectFrom('brands')
    .select([
      'firm',
      'accent',
      'accent_dark as accentDark',
      'sender',
      'reply_to as replyTo',
      'footer',
    ])
    .where('room_id', '=', roomId)
    .executeTakeFirst()
  return row ?? UNBRANDED
}

export async function findLogos(db: Queryable, roomId: number) {
  return db
    .withTables<BrandTables>()
    .selectFrom('brand_logos')
    .select(['ground', 'version', 'width', 'height'])
    .where('room_id', '=', roomId)
    .execute()
}

export async function findLogoImage(
  db: Queryable,
  roomId: number,
  ground: Ground,
): Promise<Buffer | undefined> {
  const row = await db
    .withTables<BrandTables>()
    .selectFrom('brand_logos')
    .select('sealed')
    .where('room_id', '=', roomId)
    .where('ground', '=', ground)
    .executeTakeFirst()
  return row?.sealed
}
