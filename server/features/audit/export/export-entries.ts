import type { Language } from '../../../../contract/core/errors.ts'
import { wallClock } from '../../../../contract/core/room-time.ts'
import { SENTENCES_VERSION } from '../../../../contract/features/activity/activity-sentences.ts'
import type { ActivityType } from '../../../../contract/features/activity/activity-types.ts'
import { toBase64 } from '../../../../contract/proof/bytes.ts'
import type { ExportFormat, ExportHead } from '../../../../contract/proof/history-export.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Bytes } from '../../../platform/http/mount.ts'
import type { ActivityParts } from '../audit.parts.ts'
import { filterOf } from '../list-entries.ts'
import { settledTree } from '../tree/settled-tree.ts'
import { findLogRoom } from '../tree/tree.store.ts'
import type { LogExporter } from './export-thread.ts'
import type { ExportTask } from './protocol.ts'

export interface ExportRequest {
  readonly format: ExportFormat
  readonly roomUserId?: number | undefined
  readonly itemId?: number | undefined
  readonly type?: ActivityType | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly print?: true | undefined
}

const TYPES: Record<ExportFormat, string> = {
  html: 'text/html; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

export interface ExportParts extends ActivityParts {
  readonly exporter: LogExporter
  retentionOf(db: Queryable, roomId: number): Promise<ExportTask['key']>
}

/** The export's own entry is the file's newest. */
export async function exportEntries(
  parts: ExportParts,
  actor: Actor,
  { format, print, ...asked }: ExportRequest,
  { own, language }: { own: boolean; language: Language },
): Promise<Bytes> {
  const { userId, itemId } = filterOf(own ? {} : asked)
  const named = { userId, itemId, type: asked.type, from: asked.from, to: asked.to }
  await parts.database.transaction((tx) =>
    parts.activity.record(tx, actor, 'activity.exported', { format, print, own, ...named }),
  )
  const { db } = parts.database
  const [room, tree] = [await findLogRoom(db, actor.roomId), await settledTree(parts, actor.roomId)]
  const now = parts.clock.now()
  const head = headOf(parts, room, {
    note: tree?.note,
    filter: { ...named, userId: own ? actor.userId : userId },
  })
  const filtered = filterOf(own ? { ...asked, roomUserId: actor.userId } : asked)
  const key = await parts.retentionOf(db, actor.roomId)
  return {
    type: TYPES[format],
    body: parts.exporter.open({
      ...{ format, head, language, filter: filtered, size: tree?.size ?? 0 },
      ...{
        roomId: actor.roomId,
        zone: actor.zone,
        key: { vault: key.vault, retention: key.retention },
      },
    }),
    headers: {
      'content-disposition': `attachment; filename="room-history_${timeIn(actor.zone, now)}.${format}"`,
    },
  }
}

type LogRoom = Awaited<ReturnType<typeof findLogRoom>>

export const headOf = (
  { signer, clock }: Pick<ActivityParts, 'signer' | 'clock'>,
  room: LogRoom,
  { note, filter }: { note: string | undefined; filter: ExportHead['filter'] },
): ExportHead => ({
  format: 'sealroom-history/1',
  roomNo: room.room_no,
  roomName: room.name,
  exportedAt: clock.now().toISOString(),
  filter,
  checkpoint: note ?? null,
  sentences: SENTENCES_VERSION,
  publicKey: toBase64(signer.publicKey),
})

function timeIn(zone: string, at: Date): string {
  const { year, month, day, hour, minute, second } = wallClock(at, zone)
  return [year.slice(-2), month, day, hour, minute, second].join('')
}
