import { parseArgs } from 'node:util'
import {
  type Command,
  CommandError,
  JSON_OPTION,
  ROOM_OPTION,
  report,
  requireRoom,
  roomOption,
} from './command.ts'

const AFTER_ROOT = `이전 루트 열쇠는 파기되었습니다. 이전의 데이터베이스 백업은 이전의 열쇠 백업으로만 열립니다. 지금 데이터베이스와 열쇠 폴더를 각각 백업하세요.
The old root key has been destroyed. Earlier database backups can be opened only with an earlier backup of the key folder. Back up the database and the key folder now, separately.`

const AFTER_ROOM = `이전의 데이터베이스 백업에는 이전 룸 열쇠가 남아 있습니다.
Earlier database backups still contain the old room key.`

export function rotateRoot(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: JSON_OPTION })
  return async (_settings, open) => {
    const rooms = await (await open()).rotateRoot()
    return report(values.json, { rooms }, `${rooms} rooms\n${AFTER_ROOT}`)
  }
}

export function rotateKey(args: readonly string[]): Command {
  const { room, json } = parseArgs({
    args: [...args],
    options: { ...ROOM_OPTION, ...JSON_OPTION },
  }).values
  const roomId = roomOption(room)
  return async (_settings, open) => {
    const program = await open()
    await requireRoom(program, roomId)
    const { values, unreadable } = await program.rotateRoomKey(roomId)
    if (unreadable.length === 0)
      return report(json, { roomId, values }, `${values} values\n${AFTER_ROOM}`)
    const places = unreadable.map(
      ({ table, column, row }) => `${table}.${column} ${JSON.stringify(row)}`,
    )
    throw new CommandError(
      `어느 열쇠로도 열리지 않는 값이 있어 이전 룸 열쇠를 남겨 둡니다. 룸은 계속 쓸 수 있습니다.
The old room key is kept because some values cannot be opened with either key. The room remains usable.
${places.join('\n')}`,
    )
  }
}

export function check(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: { ...ROOM_OPTION, ...JSON_OPTION } })
  const only = values.room === undefined ? undefined : roomOption(values.room)
  return async (_settings, open) => {
    const program = await open()
    if (only !== undefined) await requireRoom(program, only)
    const rooms = (await program.listRooms()).filter(({ id }) => only === undefined || id === only)
    const checked: { roomId: number; roomNo: string; files: number; opened: number }[] = []
    for (const { id, room_no: roomNo } of rooms)
      checked.push({ roomId: id, roomNo, ...(await program.checkFiles(id)) })
    const lines = checked.map(
      ({ roomId, roomNo, files, opened }) =>
        `${roomNo}  id ${roomId}  opens ${opened} of ${files} files`,
    )
    const reported = report(values.json, checked, lines.join('\n'))
    if (checked.every(({ files, opened }) => opened === files)) return reported
    throw new CommandError(reported)
  }
}
