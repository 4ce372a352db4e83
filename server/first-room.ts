import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { formatOperatorCode } from '../contract/core/operator-code.ts'
import { formatPin } from '../contract/core/pin.ts'
import type { OpenedRoom, OpenRoomRequest } from './features/members/index.ts'
import type { Settings } from './platform/config/settings.ts'
import { syncDirectory, writeNewFile } from './platform/crypto/durable-files.ts'

/** Where the lines for the person who starts the server go. */
export interface Output {
  readonly isTerminal: boolean
  say(line: string): void
}

/** Where there is no mail server, people find their PINs by this. */
export const READ_MAILS = '메일 읽기 · to read the mails: npm run room -- mail'

type OpenFirstRoom = (request: OpenRoomRequest, tell: (room: OpenedRoom) => Promise<void>) => Promise<void>

/** Makes the first room where there is none. Its PIN and code are told once: on a terminal, else in a file that only this account can read. */
export async function makeFirstRoom(openFirstRoom: OpenFirstRoom, settings: Settings, output: Output): Promise<void> {
  const { FIRST_ROOM_NAME: name, FIRST_OPERATOR_NAME: operatorName, FIRST_OPERATOR_EMAIL: operatorEmail } = settings
  await openFirstRoom({ name, operatorName, operatorEmail }, async (room) => {
    if (output.isTerminal) {
      output.say(`첫 데이터룸을 만들었습니다 · The first room has been made (${room.roomNo})`)
      for (const line of secretsOf(room)) output.say(line)
    } else {
      const file = path.join(settings.DATA_DIR, 'first-room.txt')
      const mails = settings.SMTP_URL === undefined ? [READ_MAILS] : []
      await writePrivately(file, [`${settings.PUBLIC_URL}/login`, ...secretsOf(room), ...mails])
      output.say(`first room: its PIN and operator code are in ${file}`)
    }
  })
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
