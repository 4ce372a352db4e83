import * as contract from '../../../contract/features/ending.ts'
import type { Actor } from '../../access/actor.ts'
import { DONE, ok } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { askDestruction, confirmDestruction, withdrawDestruction } from './ask-destruction.ts'
import type { ClosingParts } from './closing.parts.ts'
import { moveRoom, scheduleClosing } from './move-room.ts'
import { readEnding } from './read-closing.ts'

export const closingOperations = [
  contract.read,
  contract.schedule,
  contract.move,
  contract.ask,
  contract.confirm,
  contract.withdraw,
] as const

export function closingHandlers(parts: ClosingParts): Handlers<typeof closingOperations, Actor> {
  return {
    'ending.read': async ({ actor }) => ok(await readEnding(parts, actor)),
    'ending.schedule': async ({ actor, body: { closesAt } }) => {
      await scheduleClosing(parts, actor, closesAt === null ? null : new Date(closesAt))
      return DONE
    },
    'ending.move': async ({ actor, body }) => {
      await moveRoom(parts, actor, body.phase)
      return DONE
    },
    'ending.ask': async ({ actor, body }) =>
      ok({ dueAt: (await askDestruction(parts, actor, body)).toISOString() }),
    'ending.confirm': async ({ actor, body }) => {
      await confirmDestruction(parts, actor, body)
      return DONE
    },
    'ending.withdraw': async ({ actor }) => {
      await withdrawDestruction(parts, actor)
      return DONE
    },
  }
}
