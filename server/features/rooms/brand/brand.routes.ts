import * as contract from '../../../../contract/features/rooms/brand.ts'
import type { Actor } from '../../../access/actor.ts'
import { DONE, ok } from '../../../platform/http/envelope.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import type { BrandParts } from './brand.parts.ts'
import { findBrand, findLogos } from './brand.read.ts'
import { changeBrand } from './change-brand.ts'
import { logoOf } from './logos.ts'

export const brandOperations = [contract.read, contract.update, contract.logoImage] as const

export function brandHandlers(parts: BrandParts): Handlers<typeof brandOperations, Actor> {
  const { db } = parts.database
  return {
    'brand.read': async ({ actor: { roomId } }) => {
      const logos = (await findLogos(db, roomId)).map(
        ({ ground, ...logo }) => [ground, logo] as const,
      )
      return ok({ ...(await findBrand(db, roomId)), logos: Object.fromEntries(logos) })
    },
    'brand.update': async ({ actor, body: { id: _, logo, logoDark, ...settings }, signal }) => {
      await changeBrand(parts, actor, { settings, logo, logoDark }, signal)
      return DONE
    },
    'brand.logo': ({ actor: { roomId }, params: { ground } }) =>
      logoOf(db, parts.encryptor, roomId, ground),
  }
}
