import { createHash } from 'node:crypto'
import type { Ground } from '../../../../contract/core/contrast.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import {
  type EncryptedColumn,
  encryptedField,
} from '../../../platform/encryption/encrypted-column.ts'
import type { Encryptor } from '../../../platform/encryption/encryptor.ts'
import type { Bytes } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import {
  ImageError,
  imageType,
  type StampImage,
  type StampImages,
} from '../../../workers/image/index.ts'
import { findLogoImage } from './brand.read.ts'
import { deleteLogo, putLogo } from './brand.store.ts'

const purposeOf = (roomId: number, ground: Ground) => `logo:${roomId}:${ground}`

export const encryptedBrandColumns: readonly EncryptedColumn[] = [
  encryptedField('brand_logos', 'sealed', purposeOf, ['room_id', 'ground']),
]

export type GivenLogo = StampImage | null | undefined

const TYPES: ReadonlySet<string | undefined> = new Set(['png', 'jpeg', 'svg'])

/** Only pixels are served, no foreign SVG. @throws Refusal LOGO_REFUSED, BUSY */
export async function drawLogo(
  images: StampImages,
  base64: string | null | undefined,
  signal: AbortSignal,
): Promise<GivenLogo> {
  if (base64 === null || base64 === undefined) return base64
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > LIMITS.logoBytes || !TYPES.has(imageType(bytes)))
    throw new Refusal('LOGO_REFUSED')
  try {
    return await images.decode(bytes, signal, LIMITS.logoPixels)
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    throw error.code === 'BUSY'
      ? new Refusal('BUSY', { retryAfter: 2 })
      : new Refusal('LOGO_REFUSED')
  }
}

export async function keepLogo(
  tx: Tx,
  encryptor: Encryptor,
  {
    roomId,
    ground,
    known,
  }: { readonly roomId: number; readonly ground: Ground; readonly known: string | undefined },
  given: GivenLogo,
): Promise<boolean> {
  if (given === undefined) return false
  if (given === null) return deleteLogo(tx, roomId, ground)
  const { png, width, height } = given
  const version = createHash('sha256').update(png).digest('hex').slice(0, 16)
  if (version === known) return false
  const encrypted = await encryptor.encrypt(tx, roomId, purposeOf(roomId, ground), png)
  await putLogo(tx, roomId, ground, { sealed: encrypted, width, height, version })
  return true
}

/** @throws Refusal NOT_FOUND */
export async function logoOf(
  db: Queryable,
  encryptor: Encryptor,
  roomId: number,
  ground: Ground,
): Promise<Bytes> {
  const encrypted = await findLogoImage(db, roomId, ground)
  if (!encrypted) throw new Refusal('NOT_FOUND')
  return {
    type: 'image/png',
    body: await encryptor.open(db, roomId, purposeOf(roomId, ground), encrypted),
  }
}
