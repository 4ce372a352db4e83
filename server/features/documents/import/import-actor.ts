import { ROLE } from '../../../../contract/core/limits.ts'
import { refusalOf } from '../../../../contract/core/permissions.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { type ActivityLog, machine } from '../../audit/index.ts'
import { lockTree, type RoomRow, roomOf, viewingOf, watermarkStyleOf } from '../../rooms/index.ts'
import type { DocumentParts } from '../documents.parts.ts'

/** Of sessions; a command has none that could end. */
const NEVER = new Date(8_640_000_000_000_000)

/** A full operator as far as documents go, whom the log names as it names other commands. */
const actorIn = (room: RoomRow): Actor => ({
  ...{ sessionId: '', roomId: room.id, memberId: 0, userId: 0, name: '', email: '', position: '', address: '' },
  ...{ roleId: ROLE.operator, scope: 'full', submits: false, leads: false, state: 'raised', group: undefined, changesAt: undefined },
  ...{ print: true, download: true, text: true, watermark: room.watermark, watermarkStyle: watermarkStyleOf(room) },
  ...{ viewing: viewingOf(room), zone: room.zone, phase: room.phase, endsAt: NEVER, isCommand: true },
})

function logOf(activity: ActivityLog): ActivityLog {
  return {
    ...activity,
    record: (tx, { roomId }, kind, details) => activity.record(tx, machine(roomId), kind, details),
    recordEach: (tx, { roomId }, kind, details) => activity.recordEach(tx, machine(roomId), kind, details),
  }
}

/**
 * The use cases of uploads, with the administrator of the installation as their actor.
 * @throws Refusal NOT_FOUND, ROOM_FROZEN, ROOM_CLOSED
 */
export async function asCommand<P extends DocumentParts>(parts: P, roomId: number): Promise<{ actor: Actor; parts: P }> {
  const confirm: DocumentParts['confirm'] = async (tx, _, permission) => {
    // Ending the room waits for the same lock.
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
      // A request is answered by a person.
      events: { ...parts.events, received: async () => undefined },
    },
  }
}
