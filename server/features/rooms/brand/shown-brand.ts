import type { RoomBrand } from '../../../../contract/features/rooms.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { findBrand, findLogos } from './brand.read.ts'

export async function shownBrand(db: Queryable, roomId: number): Promise<RoomBrand | undefined> {
  const { firm, accent, accentDark } = await findBrand(db, roomId)
  const logos = new Map((await findLogos(db, roomId)).map(({ ground, ...logo }) => [ground, logo]))
  if (!firm && accent === null && accentDark === null && logos.size === 0) return undefined
  const [logo, logoDark] = [logos.get('light'), logos.get('dark')]
  return { firm, accent, accentDark, ...(logo && { logo }), ...(logoDark && { logoDark }) }
}
