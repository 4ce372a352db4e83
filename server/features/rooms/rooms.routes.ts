import { isDeepStrictEqual } from 'node:util'
import { ROLE } from '../../../contract/core/limits.ts'
import type { Permission } from '../../../contract/core/permissions.ts'
import type { LastNumbering } from '../../../contract/features/documents/numbering.ts'
import * as contract from '../../../contract/features/rooms.ts'
import { type Actor, isFullOperator } from '../../access/actor.ts'
import { hidesItems } from '../../access/grants.read.ts'
import type { HintBus } from '../../access/hint.ts'
import { relyOn } from '../../access/rules-in-use.store.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/database.ts'
import { RELEASE_RULES } from '../../platform/db/process-row.ts'
import { DONE, ok } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ActivityLog } from '../audit/index.ts'
import { shownBrand } from './brand/shown-brand.ts'
import { roomOf } from './find-room.ts'
import { renameRoom } from './govern-rooms.ts'
import { roomPhaseOf, viewingOf, watermarkStyleOf } from './rooms.present.ts'
import { findReadingLimits, type RoomRow } from './rooms.read.ts'
import {
  updateCrossing,
  updateDailyMail,
  updateReadingLimits,
  updateSecondStep,
  updateStaging,
  updateSwitches,
  updateViewing,
  updateWatermarkStyle,
} from './rooms.store.ts'

export const roomOperations = [
  contract.info,
  contract.updateName,
  contract.updateToggles,
  contract.updateWatermarkStyle,
  contract.updateViewing,
  contract.updateEntering,
  contract.updateCrossing,
  contract.updateReporting,
  contract.updateStaging,
  contract.readReadingLimits,
  contract.updateReadingLimits,
] as const

interface RoomRoutesParts {
  readonly database: Database
  readonly activity: ActivityLog
  readonly bus: HintBus
  readonly confirm: (tx: Tx, actor: Actor, permission: Permission) => Promise<Actor>
  readonly mailIsFiles: boolean
  readonly notifyAfterMs: number
  readonly lastNumbering: (roomId: number) => Promise<{ readonly last?: LastNumbering }>
}

const noticesOf = ({ setup_pending: isPending }: RoomRow, mailIsFiles: boolean, { viewAs }: Actor) => [
  ...(mailIsFiles ? (['MAIL_NOT_SET_UP'] as const) : []),
  ...(isPending && viewAs === undefined ? (['SETUP_PENDING'] as const) : []),
]

const settingsForOperators = async (
  { database: { db }, lastNumbering }: Pick<RoomRoutesParts, 'database' | 'lastNumbering'>,
  actor: Actor,
  room: RoomRow,
) => {
  const { last } = isFullOperator(actor) && actor.viewAs === undefined ? await lastNumbering(room.id) : {}
  return {
    ...{ staging: room.staging, numberingScope: room.numbering_scope, numberedNames: room.numbered_names },
    proposesGroupNumbers: !room.is_ordered && (await hidesItems(db, room.id)),
    ...(last ? { lastNumbering: last } : {}),
  }
}

export function roomHandlers({
  database,
  activity,
  bus,
  confirm,
  mailIsFiles,
  notifyAfterMs,
  lastNumbering,
}: RoomRoutesParts): Handlers<typeof roomOperations, Actor> {
  const switched = async ({ roomId }: Actor, change: (tx: Tx) => Promise<boolean>) => {
    await database.transaction(async (tx) => {
      if (await change(tx)) await bus.publish(tx, { room: roomId, kind: 'room' })
    })
    return DONE
  }
  return {
    'rooms.info': async ({ actor }) => {
      const room = await roomOf(database.db, actor.roomId)
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
          ...(actor.group ? {} : await settingsForOperators({ database, lastNumbering }, actor, room)),
          brand: await shownBrand(database.db, room.id),
          createdAt: room.created_at.toISOString(),
          ...roomPhaseOf(room),
        },
        raised: actor.state === 'raised',
        notices: isFullOperator(actor) ? noticesOf(room, mailIsFiles, actor) : [],
        notifyAfterMinutes: notifyAfterMs / 60_000,
        ...(actor.roleId === ROLE.operator ? { scope: actor.scope } : {}),
        ...(actor.leads ? { leads: true as const } : {}),
      }
    },

    'rooms.updateName': async ({ actor, body: { roomName: name } }) => {
      await database.transaction(async (tx) => {
        await confirm(tx, actor, 'room.configure')
        await renameRoom(tx, { activity, bus }, actor, name)
      })
      return DONE
    },

    'rooms.updateToggles': ({ actor, body: { watermark, noti } }) =>
      switched(actor, async (tx) => {
        const before = await updateSwitches(tx, actor.roomId, { watermark, noti })
        if (before.watermark === watermark && before.noti === noti) return false
        await activity.record(tx, actor, 'room.switched', { watermark, noti })
        return true
      }),

    'rooms.updateWatermarkStyle': async ({ actor, body: { density, strength } }) => {
      await database.transaction(async (tx) => {
        const before = await updateWatermarkStyle(tx, actor.roomId, { density, strength })
        if (isDeepStrictEqual(before, { density, strength })) return
        await activity.record(tx, actor, 'room.watermark-style', { density, strength })
        await bus.publish(tx, { room: actor.roomId, kind: 'room' })
      })
      return DONE
    },
    'rooms.updateViewing': async ({ actor, body }) => {
      const { id: _, ...changes } = body
      await database.transaction(async (tx) => {
        const { before, after } = await updateViewing(tx, actor.roomId, changes)
        if (isDeepStrictEqual(before, after)) return
        await activity.record(tx, actor, 'room.viewing', after)
        await bus.publish(tx, { room: actor.roomId, kind: 'room' })
      })
      return DONE
    },
    'rooms.updateEntering': ({ actor, body: { secondStep } }) =>
      switched(actor, async (tx) => {
        if (!(await updateSecondStep(tx, actor.roomId, secondStep))) return false
        await activity.record(tx, actor, 'room.entering', { secondStep })
        return true
      }),
    'rooms.updateCrossing': ({ actor, body: { crossing } }) =>
      switched(actor, async (tx) => {
        if (!(await updateCrossing(tx, actor.roomId, crossing))) return false
        await activity.record(tx, actor, 'room.crossing', { crossing })
        return true
      }),
    'rooms.updateReporting': ({ actor, body: { dailyMail } }) =>
      switched(actor, async (tx) => {
        if (!(await updateDailyMail(tx, actor.roomId, dailyMail))) return false
        await activity.record(tx, actor, 'room.reporting', { dailyMail })
        return true
      }),
    'rooms.updateStaging': async ({ actor, body: { staging } }) => {
      await database.transaction(async (tx) => {
        if (staging) await relyOn(tx, RELEASE_RULES.staging)
        if (!(await updateStaging(tx, actor.roomId, staging))) return
        await activity.record(tx, actor, 'room.staging', { staging })
        await bus.publish(tx, { room: actor.roomId, kind: 'items', parent: 0, unseen: true })
      })
      return DONE
    },
    'rooms.readReadingLimits': async ({ actor }) => ok(await findReadingLimits(database.db, actor.roomId)),
    'rooms.updateReadingLimits': async ({ actor, body }) => {
      const { id: _, ...limits } = body
      const isOrdered = [
        limits.documentsPerMinute <= limits.documentsPerHour,
        limits.pagesPerMinute <= limits.pagesPerHour,
        limits.downloadsPerMinute <= limits.downloadsPerHour,
      ]
      if (isOrdered.includes(false)) throw new Refusal('READING_LIMITS_ORDER')
      await database.transaction(async (tx) => {
        if (isDeepStrictEqual(await updateReadingLimits(tx, actor.roomId, limits), limits)) return
        await activity.record(tx, actor, 'room.reading-limits', limits)
      })
      return DONE
    },
  }
}
