import { randomBytes } from 'node:crypto'
import { type AgeRecipient, ageHeader } from '../../platform/crypto/age/age-header.ts'
import { AGE_NONCE_SIZE, ageRange, ageSize, type Span } from '../../platform/crypto/age/age-stream.ts'
import { fieldContext } from '../../platform/crypto/context.ts'
import type { SealedColumn } from '../../platform/crypto/sealed-column.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { ArchiveParts } from './archive.parts.ts'
import type { ArchiveRow } from './archive.read.ts'

/** What seals an archive, as it stands in its row; the key is still open. */
export interface NewProtection {
  readonly protection: AgeRecipient['kind']
  readonly header: Buffer
  /** File key and nonce. */
  readonly key: Buffer
}

/** Draws the key of an archive and wraps it for its recipient. Of a passphrase nothing else is kept. */
export async function protect(recipient: AgeRecipient): Promise<NewProtection> {
  const { header, fileKey } = await ageHeader(recipient)
  return { protection: recipient.kind, header, key: Buffer.concat([fileKey, randomBytes(AGE_NONCE_SIZE)]) }
}

/** For what the key of an archive is sealed. @param etag of the archive, which no other has. */
export const keyPurpose = (etag: string): string => `archive-age:${etag}`

/** File keys of archives that are sealed to somebody. */
export const ageKeyColumn: SealedColumn = {
  table: 'archives',
  column: 'age_key',
  key: ['id'],
  more: { etag: 'etag' },
  place: (vault, { etag }) => fieldContext(vault, keyPurpose(String(etag))),
}

/** Bytes that are fetched of an archive whose zip has so many. */
export const sealedLength = ({ age_header: header }: Pick<ArchiveRow, 'age_header'>, zip: number): number =>
  header ? header.length + ageSize(zip) : zip

/** Exactly these bytes of what is fetched. @param read gives exactly such bytes of the zip; @param zip how many it has. */
export async function* protectedRange(
  { sealer }: Pick<ArchiveParts, 'sealer'>,
  db: Queryable,
  archive: ArchiveRow,
  zip: number,
  { start, end }: Span,
  read: (span: Span) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { age_header: header, age_key: sealedKey } = archive
  if (!header || !sealedKey) {
    yield* read({ start, end })
    return
  }
  if (start < header.length) yield header.subarray(start, Math.min(end, header.length))
  if (end <= header.length) return
  const key = await sealer.open(db, archive.room_id, keyPurpose(archive.etag), sealedKey)
  const fileKey = key.subarray(0, key.length - AGE_NONCE_SIZE)
  const nonce = key.subarray(key.length - AGE_NONCE_SIZE)
  const span = { start: Math.max(0, start - header.length), end: end - header.length }
  yield* ageRange({ fileKey, nonce, size: zip, read }, span)
}
