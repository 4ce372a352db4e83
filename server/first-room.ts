import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { FIRST_ROOM } from '../contract/core/first-room.ts'
import { formatOperatorCode } from '../contract/core/operator-code.ts'
import { formatPin } from '../contract/core/pin.ts'
import type { OpenedRoom, OpenRoomRequest } from './features/members/index.ts'
import { framed } from './framed.ts'
import type { Settings } from './platform/config/settings.ts'
import { syncDirectory, writeNewFile } from './platform/encryption/durable-files.ts'

export interface Output {
  readonly isTerminal: boolean
  say(line: string): void
}

/** This command shows mails with PINs. */
const MAIL_COMMAND = 'npm run room -- mail'
export const READ_MAILS = `메일 읽기 · to read the mails: ${MAIL_COMMAND}`

type OpenFirstRoom = (
  request: OpenRoomRequest,
  report: (room: OpenedRoom) => Promise<void>,
) => Promise<void>

interface FirstRoom {
  /** Prints PIN and code, and removes their file. */
  notify(): Promise<void>
}

/** A private file stores PIN and code until a terminal shows them. */
export async function makeFirstRoom(
  openFirstRoom: OpenFirstRoom,
  settings: Settings,
  output: Output,
): Promise<FirstRoom | undefined> {
  const {
    FIRST_ROOM_NAME: name,
    FIRST_OPERATOR_NAME: operatorName,
    FIRST_OPERATOR_EMAIL: operatorEmail,
  } = settings
  const file = path.join(settings.DATA_DIR, 'first-room.txt')
  let made: OpenedRoom | undefined
  const setupPending =
    name === FIRST_ROOM.name ||
    operatorName === FIRST_ROOM.operatorName ||
    operatorEmail === FIRST_ROOM.operatorEmail
  await openFirstRoom({ name, operatorName, operatorEmail, setupPending }, async (room) => {
    const mails = settings.SMTP_URL === undefined ? [READ_MAILS] : []
    await writePrivately(file, [`${settings.PUBLIC_URL}/login`, ...secretsOf(room), ...mails])
    if (!output.isTerminal) output.say(`first room: its PIN and operator code are in ${file}`)
    made = room
  })
  const room = made
  if (room === undefined || !output.isTerminal) return undefined
  return {
    async notify() {
      for (const line of blockOf(room, settings)) output.say(line)
      await rm(file, { force: true })
    },
  }
}

function blockOf(room: OpenedRoom, settings: Settings): string[] {
  const mails = settings.SMTP_URL === undefined ? MAIL_COMMAND : 'SMTP_URL'
  return framed([
    `첫 데이터룸을 만들었습니다 · First data room created (${room.roomNo})`,
    [
      ['1', '주소 · Address', `${settings.PUBLIC_URL}/login`],
      ['2', 'PIN', formatPin(room.pin)],
      ['3', '운영자 코드 · Operator code', formatOperatorCode(room.code)],
      ['4', '메일 읽기 · E-mails', mails],
    ],
    'PIN과 코드는 지금 한 번만 표시됩니다 · PIN and code are shown only once.',
  ])
}

function secretsOf({ pin, code }: OpenedRoom): string[] {
  return [`PIN ${formatPin(pin)}`, `운영자 코드 · operator code ${formatOperatorCode(code)}`]
}

/** An existing file would keep mode and hard links. */
async function writePrivately(file: string, lines: readonly string[]): Promise<void> {
  const fresh = `${file}.new`
  await rm(fresh, { force: true })
  await writeNewFile(fresh, Buffer.from(`${lines.join('\n')}\n`))
  await rename(fresh, file)
  await syncDirectory(path.dirname(file))
}
