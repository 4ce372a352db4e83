import { dataKeyContext } from '../../platform/encryption/context.ts'
import type { EncryptedColumn } from '../../platform/encryption/encrypted-column.ts'
import { contentContext } from '../documents/index.ts'

/** A key rotation encrypts these columns again. */
export const encryptedDisclosureColumns: readonly EncryptedColumn[] = [
  {
    table: 'disclosures',
    column: 'wrapped_key',
    key: ['id'],
    more: { content_uid: 'content_uid' },
    place: (vault, { content_uid: uid }) =>
      dataKeyContext(contentContext(vault, String(uid), 'disclosure'), 0, 1),
  },
]
