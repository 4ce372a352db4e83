import type { Ground } from '../../../../contract/core/contrast.ts'
import type { BrandSettings } from '../../../../contract/features/rooms/brand.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { BrandTables } from './brand.tables.ts'

export async function putBrand(
  tx: Tx,
  roomId: number,
  { accentDark, replyTo, ...settings }: BrandSettings,
): Promise<void> {
  const values = { ...settings, accent_dark: accentDark, reply_to: replyTo }
  await tx
    .withTables<BrandTables>()
    .insertInto('brands')
    .values({ room_id: roomId, ...values })
    .onConflict((conflict) => conflict.column('room_id').doUpdateSet(values))
    .execute()
}

interface KeptLogo {
  readonly sealed: Buffer
  readonly width: number
  readonly height: number
  readonly version: string
}

export async function putLogo(
  tx: Tx,
  roomId: number,
  ground: Ground,
  logo: KeptLogo,
): Promise<void> {
  await tx
    .withTables<BrandTables>()
    .insertInto('brand_logos')
    .values({ room_id: roomId, ground, ...logo })
    .onConflict((conflict) => conflict.columns(['room_id', 'ground']).doUpdateSet(logo))
    .execute()
}

export async function deleteLogo(tx: Tx, roomId: number, ground: Ground): Promise<boolean> {
  const deleted = await tx
    .withTables<BrandTables>()
    .deleteFrom('brand_logos')
    .where('room_id', '=', roomId)
    .where('ground', '=', ground)
    .executeTakeFirst()
  return deleted.numDeletedRows === 1n
}
