import * as contract from '../../../contract/features/messages.ts'
import type { Actor } from '../../access/actor.ts'
import { DONE, ok } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { showFile, ticketForFile } from './fetch-file.ts'
import { listRoomUsers } from './list-room-users.ts'
import { listSent, showSent } from './list-sent.ts'
import type { MessageParts } from './messages.parts.ts'
import { sendAgain } from './send-again.ts'
import { writeToOperators } from './write-to-operators.ts'
import { writeToUsers } from './write-to-users.ts'

export const messageOperations = [
  contract.sendByUser,
  contract.getRoomUsers,
  contract.sendByManager,
  contract.attachFileMail,
  contract.sent,
  contract.sentOne,
  contract.sendAgain,
  contract.file,
  contract.fileTicket,
] as const

export function messageHandlers(parts: MessageParts): Handlers<typeof messageOperations, Actor> {
  return {
    'messages.sendByUser': async (call) => {
      await writeToOperators(parts, call)
      return DONE
    },
    'messages.getRoomUsers': ({ actor, body }) => listRoomUsers(parts, actor, body),
    'messages.sendByManager': async (call) =>
      ok(await writeToUsers(parts, call, 'messages.toUsers')),
    'messages.attachFileMail': async (call) =>
      ok(await writeToUsers(parts, call, 'messages.mailUsers')),
    'messages.sent': ({ actor, query }) => listSent(parts, actor, query),
    'messages.sentOne': async ({ actor, params }) => ok(await showSent(parts, actor, params.id)),
    'messages.sendAgain': async ({ actor, body }) => {
      await sendAgain(parts, actor, body.id)
      return DONE
    },
    'messages.file': async ({ actor, params }) => ok(await showFile(parts, actor, params.id)),
    'messages.fileTicket': async ({ actor, body }) =>
      ok(await ticketForFile(parts, actor, body.id)),
  }
}
