import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { presentClock } from '../demo/clock.mjs'
import { ROOM_NAME } from '../demo/documents/room-index.mjs'
import { fillRoom, newCast } from '../demo/fill-room.mjs'
import { mailboxOf } from '../demo/mailbox.mjs'
import { OPERATOR } from '../demo/people.mjs'
import { createRoom, startServer } from '../demo/server.mjs'
import { timelineOf, withoutReturns } from '../demo/timeline.mjs'
import { at } from '../lib/project.mjs'
import { say } from '../lib/run.mjs'
import { enter, findItem } from './visit.mjs'

const FOLDER = '02 재무/2025'
const DOCUMENT = '감사보고서 (2025).pdf'
const EMPTY_FOLDER = '07 추가 요청 자료'

const fromServer = (...parts) => import(pathToFileURL(at('.build', 'server', ...parts)).href)

/** The caller's settings must not apply. */
async function ownSettings(folder) {
  const { SETTINGS, settingsOfProcess } = await fromServer('platform', 'config', 'settings.js')
  for (const name of Object.keys(SETTINGS)) delete process.env[name]
  Object.assign(process.env, { DATA_DIR: path.join(folder, 'data'), PORT: '0', LOG_LEVEL: 'warn' })
  return settingsOfProcess()
}

async function furnish(address, dataDir) {
  const room = await createRoom({ name: ROOM_NAME, operator: OPERATOR })
  const cast = newCast(room)
  const { readOutbox } = await fromServer('platform', 'mail', 'read-outbox.js')
  const mailbox = mailboxOf(readOutbox, path.join(dataDir, 'outbox'), room.roomNo)
  const events = withoutReturns(timelineOf(new Date()))
  await fillRoom({ address, mailbox, cast, clock: presentClock, events, roomNo: room.roomNo, say })
  const empty = await createRoom({ name: '새 데이터룸', operator: OPERATOR })

  const [{ pin: reader }] = cast.participants
  const raised = await enter(address, room)
  const folder = await findItem(address, raised, FOLDER)
  return {
    room: {
      folder,
      emptyFolder: await findItem(address, raised, EMPTY_FOLDER),
      document: await findItem(address, raised, `${FOLDER}/${DOCUMENT}`),
      documentName: DOCUMENT,
    },
    sessions: {
      newcomer: await enter(address, { pin: reader, agrees: false }),
      participant: await enter(address, { pin: reader }),
      operator: await enter(address, { pin: room.pin }),
      raised,
      alone: await enter(address, empty),
    },
  }
}

export async function withScratchRoom(work) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sealroom-screens-'))
  try {
    const settings = await ownSettings(folder)
    const server = startServer(settings)
    try {
      const address = await server.address
      return await work({ address, ...(await furnish(address, settings.DATA_DIR)) })
    } finally {
      server.stop()
      await server.ended
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
