import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { at } from '../lib/project.mjs'
import { say } from '../lib/run.mjs'
import { movedClock, presentClock } from './clock.mjs'
import { linesOf, writePrivately } from './describe-room.mjs'
import { ROOM_NAME } from './documents/room-index.mjs'
import { fillRoom, newCast } from './fill-room.mjs'
import { mailboxOf } from './mailbox.mjs'
import { OPERATOR } from './people.mjs'
import {
  createRoom,
  findServer,
  hasMailbox,
  isInterrupted,
  isUntouched,
  startServer,
} from './server.mjs'
import { timelineOf, withoutReturns } from './timeline.mjs'

const fromServer = (...parts) => import(pathToFileURL(at('.build', 'server', ...parts)).href)

/** Other output may be a log, so secrets go to a private file. */
function print(settings, lines) {
  if (process.stdout.isTTY) console.log(['', ...lines, ''].join('\n'))
  else
    console.log(`demo room: its PINs and codes are in ${writePrivately(settings.DATA_DIR, lines)}`)
}

/** @throws Error if filling fails, after printing the entry */
async function makeRoom(settings, { address, clock, events, behindMs }) {
  say('데이터룸을 만듭니다 · Creating a data room')
  const room = await createRoom({ name: ROOM_NAME, operator: OPERATOR, behindMs })
  const cast = newCast(room)
  const { readOutbox } = await fromServer('platform', 'mail', 'read-outbox.js')
  const mailbox = mailboxOf(readOutbox, path.join(settings.DATA_DIR, 'outbox'), room.roomNo)
  const lines = (where = address) =>
    linesOf({
      url: process.env.PUBLIC_URL ? room.url : `${where}/login`,
      name: ROOM_NAME,
      roomNo: room.roomNo,
      cast,
    })
  try {
    await fillRoom({ address, mailbox, cast, clock, events, roomNo: room.roomNo, say })
  } catch (error) {
    print(settings, lines())
    throw new Error(
      `데이터룸(${room.roomNo})이 만들어져 쓸 수 있지만 다 채우지 못했습니다 · Room ${room.roomNo} was created and is usable, but not completely filled.`,
      { cause: error },
    )
  }
  return lines
}

async function makeRoomNow(settings, address) {
  say(
    '모든 활동이 오늘 일어납니다. 지난 4주의 활동까지 보려면 빈 폴더에서 실행하세요 · All activity is dated today. For four weeks of activity, use an empty folder: DATA_DIR=./demo-data npm run demo',
  )
  const events = withoutReturns(timelineOf(new Date()))
  const lines = await makeRoom(settings, { address, clock: presentClock, events, behindMs: 0 })
  print(settings, lines())
}

async function makeRoomThen(settings) {
  const events = timelineOf(new Date())
  const behindMs = Date.now() - events[0].at.getTime()
  const server = startServer(settings, behindMs)
  try {
    const address = await server.address
    const clock = movedClock(behindMs, server.setBehind)
    return await makeRoom(settings, { address, clock, events, behindMs })
  } finally {
    server.stop()
    await server.ended
  }
}

function explain(error) {
  say(error.message)
  for (let cause = error.cause; cause; cause = cause.cause) say(`  ${cause.message}`)
}

async function serve(settings, work) {
  const server = startServer(settings)
  try {
    await work(await server.address)
    if (hasMailbox(settings)) say(`메일함 · Mailbox: ${await server.address}/dev/mailbox`)
    say('서버는 Ctrl-C로 끝냅니다 · The server goes on until Ctrl-C.')
  } catch (error) {
    explain(error)
    server.stop()
    return (await server.ended) || 1
  }
  return server.ended
}

async function demo() {
  const { settingsOfProcess } = await fromServer('platform', 'config', 'settings.js')
  const settings = settingsOfProcess()
  if (settings.SMTP_URL !== undefined) {
    say(
      'SMTP_URL이 있으면 시연 룸을 만들지 않습니다. 시연 참여자의 주소는 실제로 없는 주소이고, PIN은 메일 파일에서 읽습니다.',
    )
    say(
      'No demo room is made while SMTP_URL is set: its people have reserved addresses, and their PINs are read from mails that are files.',
    )
    return 1
  }
  const running = await findServer(settings)
  if (running !== undefined) {
    say(
      `실행 중인 서버에 시연 룸을 더합니다 · Adding a demo room to the running server: ${running}`,
    )
    await makeRoomNow(settings, running)
    return 0
  }
  if (!isUntouched(settings)) return serve(settings, (address) => makeRoomNow(settings, address))
  const lines = await makeRoomThen(settings)
  if (isInterrupted()) {
    print(settings, lines())
    return 0
  }
  return serve(settings, async (address) => print(settings, lines(address)))
}

try {
  process.exitCode = await demo()
} catch (error) {
  explain(error)
  process.exitCode = 1
}
