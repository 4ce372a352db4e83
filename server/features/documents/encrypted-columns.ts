import {
  arrivingKeyContext,
  dataKeyContext,
  fieldContext,
} from '../../platform/encryption/context.ts'
import type { EncryptedColumn } from '../../platform/encryption/encrypted-column.ts'
import type { SegmentPurpose } from './documents.tables.ts'
import { contentContext, digestPurpose } from './storage/encrypted-content.ts'

const OTHERS_OF_FILE = `select count(*) from file_segments as others
  where others.version_id = file_segments.version_id and others.purpose = file_segments.purpose`

export const encryptedDocumentColumns: readonly EncryptedColumn[] = [
  {
    table: 'file_versions',
    column: 'sealed_digest',
    key: ['id'],
    more: { content_uid: 'content_uid' },
    place: (vault, row) => fieldContext(vault, digestPurpose(String(row['content_uid']))),
  },
  {
    table: 'file_segments',
    column: 'wrapped_key',
    key: ['version_id', 'purpose', 'ordinal'],
    more: {
      content_uid: 'select content_uid from file_versions where id = file_segments.version_id',
      segments: OTHERS_OF_FILE,
    },
    place: (vault, { content_uid: uid, purpose, ordinal, segments }) =>
      dataKeyContext(
        contentContext(vault, String(uid), purpose as SegmentPurpose),
        Number(ordinal),
        Number(segments),
      ),
  },
  {
    table: 'upload_segments',
    column: 'wrapped_key',
    key: ['upload_id', 'ordinal'],
    more: { content_uid: 'select content_uid from uploads where id = upload_segments.upload_id' },
    place: (vault, { content_uid: uid, ordinal }) =>
      arrivingKeyContext(contentContext(vault, String(uid), 'content'), Number(ordinal)),
  },
]
