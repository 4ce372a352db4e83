import type { EncryptedFile } from '../../../platform/blob/encrypted-file.ts'
import type { ContentStore } from '../../documents/index.ts'
import type { FileRow } from './thread-files.read.ts'

type Stored = Pick<FileRow, 'content_uid' | 'blob_id' | 'size' | 'wrapped_key'>

export const openStored = (
  content: Pick<ContentStore, 'open'>,
  roomId: number,
  { content_uid, blob_id, size, wrapped_key }: Stored,
): Promise<EncryptedFile> =>
  content.open(roomId, { content_uid, segments: [{ blob_id, size, wrapped_key }] }, 'thread')

export const openPreview = (
  content: Pick<ContentStore, 'openPreview'>,
  roomId: number,
  { content_uid, blob_id, size, wrapped_key }: Stored,
): Promise<EncryptedFile> =>
  content.openPreview(roomId, { content_uid, preview: [{ blob_id, size, wrapped_key }] })
