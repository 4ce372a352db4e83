import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { FIRST_ROOM } from '../contract/core/first-room.ts'
import { formatOperatorCode } from '../contract/core/operator-code.ts'
import { formatPin } from '../contract/core/pin.ts'
import type { OpenedRoom, OpenRoomRequest } from './features/members/index.ts'
import { framed } from './framed.ts'
import type { Settings } from './platform/config/settings.ts'
import { syncDirectory, writeNewFile } from './platform/crypto/durable-files.ts'

/** Where the lines for the person who starts the server go. */
export interface Output {
  readonly isTerminal: boolean
  say(line: string): void
}

/** Where there is no mail server, people find their PINs by this. */
const MAIL_COMMAND = 'npm run room -- mail'
export const READ_MAILS = `메일 읽기 · to read the mails: ${MAIL_COMMAND}`

type OpenFirstRoom = (request: OpenRoomRequest, tell: (room: OpenedRoom) => Promise<void>) => Promise<void>

/** A first room that was made, whose PIN and code a terminal has still to be told. */
interface FirstRoom {
  /** Tells them, and removes the file that held them until then. */
  tell(): Promise<void>
}

/**
 * Makes the first room where there is none. Its PIN and code go to a file that only this account can read before the room is there, so that
 * no crash can lose them; a terminal is told them instead, and last. The first visit asks for the names that no setting gives.
 * @returns what a terminal is told once the server serves.
 */
export async function makeFirstRoom(openFirstRoom: OpenFirstRoom, settings: Settings, output: Output): Promise<FirstRoom | undefined> {
  const { FIRST_ROOM_NAME: name, FIRST_OPERATOR_NAME: operatorName, FIRST_OPERATOR_EMAIL: operatorEmail } = settings
  const file = path.join(settings.DATA_DIR, 'first-room.txt')
  let made: OpenedRoom | undefined
  const setupPending = name === FIRST_ROOM.name || operatorName === FIRST_ROOM.operatorName || operatorEmail === FIRST_ROOM.operatorEmail
  await openFirstRoom({ name, operatorName, operatorEmail, setupPending }, async (room) => {
    const mails = settings.SMTP_URL === undefined ? [READ_MAILS] : []
    await writePrivately(file, [`${settings.PUBLIC_URL}/login`, ...secretsOf(room), ...mails])
    if (!output.isTerminal) output.say(`first room: its PIN and operator code are in ${file}`)
    made = room
  })
  const room = made
  if (room === undefined || !output.isTerminal) return undefined
  return {
    async tell() {
      for (const line of blockOf(room, settings)) output.say(line)
      await rm(file, { force: true })
    },
  }
}

/** All that somebody needs who starts the server for the first time, in the order in which they need it. */
function blockOf(room: OpenedRoom, settings: Settings): string[] {
  const mails = settings.SMTP_URL === undefined ? MAIL_COMMAND : 'SMTP_URL'
  return framed([
    `첫 데이터룸을 만들었습니다 · The first room has been made (${room.roomNo})`,
    [
      ['1', '주소 · Address', `${settings.PUBLIC_URL}/login`],
      ['2', 'PIN', formatPin(room.pin)],
      ['3', '운영자 코드 · Operator code', formatOperatorCode(room.code)],
      ['4', '메일 읽기 · Mails', mails],
    ],
    'PIN과 코드는 지금 한 번만 표시됩니다 · PIN and code are shown only once.',
  ])
}

function secretsOf({ pin, code }: OpenedRoom): string[] {
  return [`PIN ${formatPin(pin)}`, `운영자 코드 · operator code ${formatOperatorCode(code)}`]
}

/** By a new file, so that one that is there already lends it neither its mode nor its other names. */
async function writePrivately(file: string, lines: readonly string[]): Promise<void> {
  const fresh = `${file}.new`
  await rm(fresh, { force: true })
  await writeNewFile(fresh, Buffer.from(`${lines.join('\n')}\n`))
  await rename(fresh, file)
  await syncDirectory(path.dirname(file))
}
