import type { IncomingHttpHeaders } from 'node:http'
import type { Actor } from '../../access/actor.ts'
import { allowed, visibleItems } from '../../access/items.ts'
import type { Bytes } from '../../platform/http/mount.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findItemByFilename, findVersion } from '../documents/index.ts'
import { parseRange } from './byte-range.ts'
import type { RenditionParts } from './renditions.parts.ts'
import { watchDocument } from './watch-document.ts'

/** The headers that ask for a part. A condition on it never holds (RFC 9110, 13.1.5), since we give no validators: it is answered with the whole. */
type Requested = Readonly<IncomingHttpHeaders>

/**
 * The original bytes, or a range of them. While the watermark is on they go to nobody. A refusal is logged before it is answered, a
 * download before its first byte leaves.
 */
export async function downloadOriginal(parts: RenditionParts, actor: Actor, filename: string, requested: Requested): Promise<Bytes> {
  const { database, activity, content } = parts
  const item = await findItemByFilename(database.db, visibleItems(actor), filename)
  const version = item && item.version_id !== null ? await findVersion(database.db, actor.roomId, item.version_id) : undefined
  if (!item || !version) throw new Refusal('NOT_FOUND')

  const details = { itemId: item.id, name: item.name }
  const candidate = { id: item.id, roomId: item.room_id, deleted: item.deleted_at !== null }
  const refused = !allowed(actor, 'download', [candidate]).has(item.id) ? 'right' : actor.watermark ? 'watermark' : undefined
  if (refused) {
    await database.transaction((tx) => activity.record(tx, actor, 'document.download-refused', { ...details, reason: refused }))
    throw new Refusal(refused === 'right' ? 'DOWNLOAD_DENIED' : 'WATERMARK')
  }

  const range = requested['if-range'] === undefined ? parseRange(requested.range, version.size) : undefined
  if (range === 'unsatisfiable') throw new Refusal('RANGE')
  const file = content.read(await content.open(actor.roomId, version))
  // Each range, too: who asks for all bytes but the first has downloaded the document.
  await database.transaction((tx) => activity.record(tx, actor, 'document.downloaded', details))
  const { start, end } = range ?? { start: 0, end: version.size }
  const body = file.stream({ start, end })
  const watch = watchDocument(parts, actor, item.id)
  watch.signal.addEventListener('abort', () => body.destroy(watch.signal.reason), { once: true })
  body.once('close', () => watch.release())
  return {
    status: range ? 206 : 200,
    type: 'application/octet-stream',
    body,
    headers: {
      'accept-ranges': 'bytes',
      'content-length': String(end - start),
      'content-disposition': `attachment; filename*=UTF-8''${encodeFilename(item.name)}`,
      ...(range ? { 'content-range': `bytes ${start}-${end - 1}/${version.size}` } : {}),
    },
  }
}

/** RFC 8187: percent-encoded UTF-8, with the characters that encodeURIComponent leaves but the grammar does not allow. */
function encodeFilename(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}
