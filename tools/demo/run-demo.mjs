import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { at } from '../lib/project.mjs'
import { say } from '../lib/run.mjs'
import { fillRoom, newCast } from './fill-room.mjs'
import { mailboxOf } from './mailbox.mjs'
import { OPERATOR } from './people.mjs'
import { ROOM_NAME } from './room-index.mjs'
import { createRoom, findServer, hasMailbox, startServer } from './server.mjs'
import { linesOf, writePrivately } from './tell-room.mjs'

const fromServer = (...parts) => import(pathToFileURL(at('.build', 'server', ...parts)).href)

/** On a terminal the lines themselves; elsewhere they would end in a log. */
function tell(settings, lines) {
  if (process.stdout.isTTY) console.log(['', ...lines, ''].join('\n'))
  else console.log(`demo room: its PINs and codes are in ${writePrivately(settings.DATA_DIR, lines)}`)
}

/** Makes a room, fills it and tells how it is entered; whatever of that failed is thrown once the rest is told. */
async function makeRoom(settings, address) {
  say('데이터룸을 만듭니다 · Making a room')
  const room = await createRoom({ name: ROOM_NAME, operator: OPERATOR })
  const cast = newCast(room)
  const { readOutbox } = await fromServer('platform', 'mail', 'read-outbox.js')
  const mailbox = mailboxOf(readOutbox, path.join(settings.DATA_DIR, 'outbox'), room.roomNo)
  const url = process.env.PUBLIC_URL ? room.url : `${address}/login`
  const lines = () => linesOf({ url, name: ROOM_NAME, roomNo: room.roomNo, cast })
  try {
    await fillRoom({ address, mailbox, cast, say })
  } catch (error) {
    tell(settings, lines())
    throw new Error(
      `데이터룸(${room.roomNo})이 만들어져 쓸 수 있지만 다 채우지 못했습니다 · Room ${room.roomNo} is there and can be used, but it is not completely filled.`,
      { cause: error },
    )
  }
  tell(settings, lines())
}

function explain(error) {
  say(error.message)
  for (let cause = error.cause; cause; cause = cause.cause) say(`  ${cause.message}`)
}

async function demo() {
  const { settingsOfProcess } = await fromServer('platform', 'config', 'settings.js')
  const settings = settingsOfProcess()
  if (settings.SMTP_URL !== undefined) {
    say('SMTP_URL이 있으면 시연 룸을 만들지 않습니다. 시연 참여자의 주소는 실제로 없는 주소이고, PIN은 메일 파일에서 읽습니다.')
    say(
      'No demo room is made while SMTP_URL is set: its people have reserved addresses, and their PINs are read from mails that are files.',
    )
    return 1
  }
  const running = await findServer(settings)
  if (running !== undefined) {
    say(`실행 중인 서버에 시연 룸을 더합니다 · Adding a demo room to the running server: ${running}`)
    await makeRoom(settings, running)
    return 0
  }
  const server = startServer(settings)
  try {
    const address = await server.address
    await makeRoom(settings, address)
    if (hasMailbox(settings)) say(`메일함 · Mailbox: ${address}/dev/mailbox`)
    say('서버는 Ctrl-C로 끝냅니다 · The server goes on until Ctrl-C.')
  } catch (error) {
    explain(error)
    server.stop()
    return (await server.ended) || 1
  }
  return server.ended
}

try {
  process.exitCode = await demo()
} catch (error) {
  explain(error)
  process.exitCode = 1
}
