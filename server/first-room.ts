import fs from 'node:fs'
import path from 'node:path'
import { formatOperatorCode } from '../contract/core/operator-code.ts'
import { formatPin } from '../contract/core/pin.ts'
import type { OpenedRoom, OpenRoomRequest } from './features/members/index.ts'
import type { Settings } from './platform/config/settings.ts'

/**
 * Makes the first room where there is none. Its PIN and code are told once: on a terminal, else in a file that only this account can read.
 * @returns lines for the person who started the server; none where there was a room already.
 */
export async function makeFirstRoom(
  program: { openFirstRoom(request: OpenRoomRequest): Promise<OpenedRoom | undefined> },
  settings: Settings,
  onTerminal: boolean,
): Promise<string[]> {
  const room = await program.openFirstRoom({
    name: settings.FIRST_ROOM_NAME,
    operatorName: settings.FIRST_OPERATOR_NAME,
    operatorEmail: settings.FIRST_OPERATOR_EMAIL,
  })
  if (!room) return []
  const secrets = [`PIN ${formatPin(room.pin)}`, `운영자 코드 · operator code ${formatOperatorCode(room.code)}`]
  if (onTerminal) return [`첫 데이터룸을 만들었습니다 · The first room has been made (${room.roomNo})`, ...secrets]
  const file = path.join(settings.DATA_DIR, 'first-room.txt')
  fs.writeFileSync(file, `${[`${settings.PUBLIC_URL}/login`, ...secrets].join('\n')}\n`, { mode: 0o600 })
  return [`first room: its PIN and operator code are in ${file}`]
}
