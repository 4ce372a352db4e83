import { ROLE } from '../../../contract/core/limits.ts'
import type { LastNumbering } from '../../../contract/features/documents/numbering.ts'
import { type Actor, isFullOperator } from '../../access/actor.ts'
import { hidesItems } from '../../access/grants.read.ts'
import type { Database } from '../../platform/db/connect.ts'
import { shownBrand } from './brand/shown-brand.ts'
import { roomOf } from './find-room.ts'
import { roomPhaseOf, viewingOf, watermarkStyleOf } from './rooms.present.ts'
import type { RoomRow } from './rooms.read.ts'

export interface RoomInfoParts {
  readonly database: Database
  readonly mailIsFiles: boolean
  readonly notifyAfterMs: number
  readonly lastNumbering: (roomId: number) => Promise<{ readonly last?: LastNumbering }>
}

export async function roomInfo(parts: RoomInfoParts, actor: Actor) {
  const { db } = parts.database
  const room = await roomOf(db, actor.roomId)
  return {
    payload: {
      roomName: room.name,
      roomNo: room.room_no,
      watermark: room.watermark,
      noti: room.noti,
      watermarkStyle: watermarkStyleOf(room),
      viewing: viewingOf(room),
      entering: { secondStep: room.second_step },
      crossing: room.crossing,
      reporting: { dailyMail: room.daily_mail },
      numbering: room.numbering,
      ...(actor.group ? {} : await settingsForOperators(parts, actor, room)),
      brand: await shownBrand(db, room.id),
      createdAt: room.created_at.toISOString(),
      ...roomPhaseOf(room),
    },
    raised: actor.state === 'raised',
    notices: isFullOperator(actor) ? noticesOf(room, parts.mailIsFiles, actor) : [],
    notifyAfterMinutes: parts.notifyAfterMs / 60_000,
    ...(actor.roleId === ROLE.operator ? { scope: actor.scope } : {}),
    ...(actor.leads ? { leads: true as const } : {}),
  }
}

const noticesOf = (
  { setup_pending: isPending }: RoomRow,
  mailIsFiles: boolean,
  { viewAs }: Actor,
) => [
  ...(mailIsFiles ? (['MAIL_NOT_SET_UP'] as const) : []),
  ...(isPending && viewAs === undefined ? (['SETUP_PENDING'] as const) : []),
]

async function settingsForOperators(
  { database: { db }, lastNumbering }: RoomInfoParts,
  actor: Actor,
  room: RoomRow,
) {
  const { last } =
    isFullOperator(actor) && actor.viewAs === undefined ? await lastNumbering(room.id) : {}
  return {
    staging: room.staging,
    numberingScope: room.numbering_scope,
    numberedNames: room.numbered_names,
    proposesGroupNumbers: !room.is_ordered && (await hidesItems(db, room.id)),
    ...(last ? { lastNumbering: last } : {}),
  }
}
