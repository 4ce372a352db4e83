import { ROLE } from '../../../../contract/core/limits.ts'
import { refusalOf } from '../../../../contract/core/permissions.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { type ActivityLog, machine } from '../../audit/index.ts'
import { lockTree, type RoomRow, roomOf, viewingOf, watermarkStyleOf } from '../../rooms/index.ts'
import type { DocumentParts } from '../documents.parts.ts'

/** A command has no session. */
const NEVER = new Date(8_640_000_000_000_000)

const actorIn = (room: RoomRow): Actor => ({
  ...{
    sessionId: '',
    roomId: room.id,
    memberId: 0,
    userId: 0,
    name: '',
    email: '',
    position: '',
    address: '',
  },
  ...{
    roleId: ROLE.operator,
    scope: 'full',
    submits: false,
    leads: false,
    state: 'raised',
    group: undefined,
    changesAt: undefined,
  },
  ...{
    print: true,
    download: true,
    text: true,
    watermark: room.watermark,
    watermarkStyle: watermarkStyleOf(room),
  },
  ...{
    viewing: viewingOf(room),
    zone: room.zone,
    phase: room.phase,
    endsAt: NEVER,
    isCommand: true,
  },
})

function logOf(activity: ActivityLog): ActivityLog {
  return {
    ...activity,
    record: (tx, { roomId }, kind, details) => activity.record(tx, machine(roomId), kind, details),
    recordEach: (tx, { roomId }, kind, details) =>
      activity.recordEach(tx, machine(roomId), kind, details),
  }
}

/** @throws Refusal NOT_FOUND, ROOM_FROZEN, ROOM_CLOSED */
export async function asCommand<P extends DocumentParts>(
  parts: P,
  roomId: number,
): Promise<{ actor: Actor; parts: P }> {
  const confirm: DocumentParts['confirm'] = async (tx, _, permission) => {
    await lockTree(tx, roomId)
    const actor = actorIn(await roomOf(tx, roomId))
    const refused = refusalOf(permission, actor)
    if (refused) throw new Refusal(refused)
    return actor
  }
  const actor = actorIn(await roomOf(parts.database.db, roomId))
  const refused = refusalOf('documents.write', actor)
  if (refused) throw new Refusal(refused)
  return {
    actor,
    parts: {
      ...parts,
      confirm,
      activity: logOf(parts.activity),
      events: { ...parts.events, received: async () => undefined },
    },
  }
}
