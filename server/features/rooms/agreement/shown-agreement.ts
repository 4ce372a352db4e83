import type { OwnAgreement } from '../../../../contract/features/rooms/agreement.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Encryptor } from '../../../platform/encryption/encryptor.ts'
import type { Bytes } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { findCurrent, findPage, findPageSizes } from './agreement.read.ts'
import { purposes } from './agreement-columns.ts'

export async function shownAgreement(
  db: Queryable,
  encryptor: Encryptor,
  roomId: number,
): Promise<OwnAgreement | null> {
  const current = await findCurrent(db, roomId)
  if (!current) return null
  const { version, form, signature } = current
  const textOf = async (language: 'ko' | 'en'): Promise<{ ko?: string; en?: string }> => {
    const encrypted = current[language]
    if (!encrypted) return {}
    return {
      [language]: (
        await encryptor.open(db, roomId, purposes[language](roomId, version), encrypted)
      ).toString(),
    }
  }
  return {
    version,
    form,
    signature,
    texts: { ...(await textOf('ko')), ...(await textOf('en')) },
    pages: await findPageSizes(db, roomId, version),
  }
}

/** @throws Refusal NOT_FOUND */
export async function agreementPage(
  db: Queryable,
  encryptor: Encryptor,
  {
    roomId,
    version,
    page,
  }: { readonly roomId: number; readonly version: number; readonly page: number },
): Promise<Bytes> {
  const encrypted = await findPage(db, roomId, version, page)
  if (!encrypted) throw new Refusal('NOT_FOUND')
  return {
    type: 'image/jpeg',
    body: await encryptor.open(db, roomId, purposes.page(roomId, version, page), encrypted),
  }
}
