import { randomBytes } from 'node:crypto'
import type { Queryable } from '../../platform/db/database.ts'
import { type AgeRecipient, ageHeader } from '../../platform/encryption/age/age-header.ts'
import {
  AGE_NONCE_SIZE,
  type AgeRange,
  ageRange,
  ageSize,
} from '../../platform/encryption/age/age-stream.ts'
import { fieldContext } from '../../platform/encryption/context.ts'
import type { EncryptedColumn } from '../../platform/encryption/encrypted-column.ts'
import type { ArchiveParts } from './archive.parts.ts'
import type { ArchiveRow } from './archive.read.ts'

export interface NewProtection {
  readonly protection: AgeRecipient['kind']
  readonly header: Buffer
  readonly key: Buffer
}

/** A passphrase is never stored. */
export async function protect(recipient: AgeRecipient): Promise<NewProtection> {
  const { header, fileKey } = await ageHeader(recipient)
  return {
    protection: recipient.kind,
    header,
    key: Buffer.concat([fileKey, randomBytes(AGE_NONCE_SIZE)]),
  }
}

/** @param etag unique to the archive. */
export const keyPurpose = (etag: string): string => `archive-age:${etag}`

export const ageKeyColumn: EncryptedColumn = {
  table: 'archives',
  column: 'age_key',
  key: ['id'],
  more: { etag: 'etag' },
  place: (vault, { etag }) => fieldContext(vault, keyPurpose(String(etag))),
}

export const encryptedLength = (
  { age_header: header }: Pick<ArchiveRow, 'age_header'>,
  zip: number,
): number => (header ? header.length + ageSize(zip) : zip)

export async function* protectedRange(
  { encryptor }: Pick<ArchiveParts, 'encryptor'>,
  db: Queryable,
  archive: ArchiveRow,
  zip: number,
  { start, end }: AgeRange,
  read: (span: AgeRange) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { age_header: header, age_key: encryptedKey } = archive
  if (!header || !encryptedKey) {
    yield* read({ start, end })
    return
  }
  if (start < header.length) yield header.subarray(start, Math.min(end, header.length))
  if (end <= header.length) return
  const key = await encryptor.open(db, archive.room_id, keyPurpose(archive.etag), encryptedKey)
  const fileKey = key.subarray(0, key.length - AGE_NONCE_SIZE)
  const nonce = key.subarray(key.length - AGE_NONCE_SIZE)
  const span = { start: Math.max(0, start - header.length), end: end - header.length }
  yield* ageRange({ fileKey, nonce, size: zip, read }, span)
}
