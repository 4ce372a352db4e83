import type { Permission } from '../../../contract/core/permissions.ts'
import * as contract from '../../../contract/features/rooms.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { DONE } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { renameRoom } from './govern-rooms.ts'
import { type RoomInfoParts, roomInfo } from './room-info.ts'
import { type SettingParts, settingHandlers, settingOperations } from './settings.routes.ts'

export const roomOperations = [contract.info, contract.updateName, ...settingOperations] as const

interface RoomRoutesParts extends RoomInfoParts, SettingParts {
  readonly confirm: (tx: Tx, actor: Actor, permission: Permission) => Promise<Actor>
}

export function roomHandlers(parts: RoomRoutesParts): Handlers<typeof roomOperations, Actor> {
  return {
    ...settingHandlers(parts),
    'rooms.info': ({ actor }) => roomInfo(parts, actor),
    'rooms.updateName': async ({ actor, body: { roomName: name } }) => {
      await parts.database.transaction(async (tx) => {
        await parts.confirm(tx, actor, 'room.configure')
        await renameRoom(tx, parts, actor, name)
      })
      return DONE
    },
  }
}
