import { isDeepStrictEqual } from 'node:util'
import * as contract from '../../../contract/features/rooms.ts'
import type { Actor } from '../../access/actor.ts'
import type { HintBus } from '../../access/hint.ts'
import { relyOn } from '../../access/rules-in-use.store.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/database.ts'
import { RELEASE_RULES } from '../../platform/db/process-row.ts'
import { DONE, ok } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import type { ActivityLog } from '../audit/index.ts'
import { changeReadingLimits } from './change-reading-limits.ts'
import { findReadingLimits } from './rooms.read.ts'
import {
  updateCrossing,
  updateDailyMail,
  updateSecondStep,
  updateStaging,
  updateSwitches,
  updateViewing,
  updateWatermarkStyle,
} from './rooms.store.ts'

export const settingOperations = [
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

export interface SettingParts {
  readonly database: Database
  readonly activity: ActivityLog
  readonly bus: HintBus
}

export function settingHandlers({
  database,
  activity,
  bus,
}: SettingParts): Handlers<typeof settingOperations, Actor> {
  const switched = async ({ roomId }: Actor, change: (tx: Tx) => Promise<boolean>) => {
    await database.transaction(async (tx) => {
      if (await change(tx)) await bus.publish(tx, { room: roomId, kind: 'room' })
    })
    return DONE
  }
  return {
    'rooms.updateToggles': ({ actor, body: { watermark, noti } }) =>
      switched(actor, async (tx) => {
        const before = await updateSwitches(tx, actor.roomId, { watermark, noti })
        if (before.watermark === watermark && before.noti === noti) return false
        await activity.record(tx, actor, 'room.switched', { watermark, noti })
        return true
      }),
    'rooms.updateWatermarkStyle': ({ actor, body: { density, strength } }) =>
      switched(actor, async (tx) => {
        const before = await updateWatermarkStyle(tx, actor.roomId, { density, strength })
        if (isDeepStrictEqual(before, { density, strength })) return false
        await activity.record(tx, actor, 'room.watermark-style', { density, strength })
        return true
      }),
    'rooms.updateViewing': ({ actor, body }) =>
      switched(actor, async (tx) => {
        const { id: _, ...changes } = body
        const { before, after } = await updateViewing(tx, actor.roomId, changes)
        if (isDeepStrictEqual(before, after)) return false
        await activity.record(tx, actor, 'room.viewing', after)
        return true
      }),
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
    'rooms.readReadingLimits': async ({ actor }) =>
      ok(await findReadingLimits(database.db, actor.roomId)),
    'rooms.updateReadingLimits': async ({ actor, body }) => {
      const { id: _, ...limits } = body
      await changeReadingLimits({ database, activity }, actor, limits)
      return DONE
    },
  }
}
