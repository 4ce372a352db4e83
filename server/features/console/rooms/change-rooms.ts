import type { z } from 'zod'
import type { Language } from '../../../../contract/core/language.ts'
import type { createRoom } from '../../../../contract/features/console/console-rooms.ts'
import type { Tx } from '../../../platform/db/database.ts'
import {
  closeRoomFromOutside,
  limitRoomFromOutside,
  prepareRoom,
  renameRoomFromOutside,
} from '../../integrations/index.ts'
import { reachableOperators } from '../../members/index.ts'
import { roomOf } from '../../rooms/index.ts'
import { structureCopiedMail } from '../console.mails.ts'
import type { ConsoleParts } from '../console.parts.ts'
import { noteDone } from '../console-log.store.ts'
import {
  type Administrator,
  type ConsoleChanges,
  governingActorOf,
} from '../session/administrator-guard.ts'

interface CreateRoomInput {
  readonly room: z.output<(typeof createRoom)['body']>
  readonly language: Language
}

/** Only the operator receives PIN and code. @throws Refusal EMAIL_FORMAT, TEMPLATE_UNKNOWN, NOT_FOUND, ROOM_ENDED, STRUCTURE_TOO_LARGE */
export async function createRoomByAdministrator(
  parts: ConsoleParts,
  change: ConsoleChanges,
  actor: Administrator,
  { room, language }: CreateRoomInput,
) {
  const by = governingActorOf(actor)
  const make = await prepareRoom(parts, by, { room, language })
  return change(actor, async (tx) => {
    const { roomId, roomNo, url } = await make(tx)
    await noteDone(tx, { by: actor, kind: 'room.created', roomId, at: parts.clock.now() })
    if (room.structureOf !== undefined)
      await reportCopy(tx, parts, actor, { from: room.structureOf, roomNo })
    return { roomId, roomNo, url }
  })
}

/** The new operator reads the source's folder names. */
async function reportCopy(
  tx: Tx,
  parts: ConsoleParts,
  actor: Administrator,
  { from, roomNo }: { from: number; roomNo: string },
) {
  const { activity, outbox, clock } = parts
  await activity.record(tx, { ...governingActorOf(actor), roomId: from }, 'room.structure-copied', {
    roomNo,
  })
  await noteDone(tx, {
    by: actor,
    kind: 'room.structure-copied',
    roomId: from,
    about: roomNo,
    at: clock.now(),
  })
  const room = await roomOf(tx, from)
  for (const { id: memberId, name, email } of await reachableOperators(tx, from)) {
    const mail = structureCopiedMail({ name, email }, room, { by: actor, roomNo, at: clock.now() })
    await outbox.queue(tx, { roomId: from, memberId, kind: 'structure-copied', mail })
  }
}

type ChangeOne = (tx: Tx, by: ReturnType<typeof governingActorOf>) => Promise<unknown>

const changeOne = (
  parts: ConsoleParts,
  change: ConsoleChanges,
  actor: Administrator,
  kind: string,
  roomId: number,
  work: ChangeOne,
) =>
  change(actor, async (tx) => {
    await work(tx, governingActorOf(actor))
    await noteDone(tx, { by: actor, kind, roomId, at: parts.clock.now() })
  })

/** @throws Refusal NOT_FOUND, ROOM_ENDED */
export const renameRoomByAdministrator = (
  parts: ConsoleParts,
  change: ConsoleChanges,
  actor: Administrator,
  to: { roomId: number; name: string },
) =>
  changeOne(parts, change, actor, 'room.renamed', to.roomId, (tx, by) =>
    renameRoomFromOutside(tx, parts, by, to),
  )

interface NewLimits {
  readonly roomId: number
  readonly storage?: number | undefined
  readonly users?: number | undefined
}

/** @throws Refusal NOT_FOUND, ROOM_ENDED, STORAGE_IN_USE */
export const limitRoomByAdministrator = (
  parts: ConsoleParts,
  change: ConsoleChanges,
  actor: Administrator,
  to: NewLimits,
) =>
  changeOne(parts, change, actor, 'room.limits', to.roomId, (tx, by) =>
    limitRoomFromOutside(tx, parts, by, to),
  )

/** @throws Refusal NOT_FOUND, ROOM_ENDED */
export const closeRoomByAdministrator = (
  parts: ConsoleParts,
  change: ConsoleChanges,
  actor: Administrator,
  roomId: number,
) =>
  changeOne(parts, change, actor, 'room.closing', roomId, (tx, by) =>
    closeRoomFromOutside(tx, parts, by, roomId, { logsRepetition: true }),
  )
