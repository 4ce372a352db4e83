import path from 'node:path'
import { type Mailbox, openMailbox } from '../../../e2e/support/mailbox.ts'
import { openRooms, type Rooms } from './open-rooms.ts'
import { installation, type RunningServer } from './server-process.ts'

export interface ComponentServer {
  readonly server: RunningServer
  readonly rooms: Rooms
  readonly mailbox: Mailbox
}

/** Vitest loads commands as a separate module. */
const PLACE = Symbol.for('sealroom component server')

type Holder = typeof globalThis & { [PLACE]?: ComponentServer }

export function componentServer(): ComponentServer {
  const found = (globalThis as Holder)[PLACE]
  if (!found) throw new Error('the server of the component tests is not running')
  return found
}

export async function setup(): Promise<() => Promise<void>> {
  const home = await installation({ PORT: process.env['COMPONENT_SERVER_PORT'] ?? '' })
  const stop = async () => {
    await (globalThis as Holder)[PLACE]?.rooms.close()
    await home.remove()
  }
  try {
    const server = await home.start()
    const rooms = await openRooms(home)
    const mailbox = await openMailbox(path.join(home.dataDir, 'outbox'))
    ;(globalThis as Holder)[PLACE] = { server, rooms, mailbox }
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
