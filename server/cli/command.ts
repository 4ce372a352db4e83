import type { Program } from '../assemble.ts'
import type { RoomRow } from '../features/rooms/index.ts'
import type { Settings } from '../platform/config/settings.ts'

/** A fault of the command line: told with the usage, without a stack. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** What cannot be done here, and why. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Does its work, on the program where it opens that, and returns what is printed. */
export type Command = (settings: Settings, open: () => Promise<Program>) => Promise<string>

/** Of every command: what it tells is told to a program. */
export const JSON_OPTION = { json: { type: 'boolean', default: false } } as const
export const ROOM_OPTION = { room: { type: 'string' } } as const

/** What a command has done, as a program reads it or as a person does. */
export const tell = (asJson: boolean, facts: object, text: string): string => (asJson ? JSON.stringify(facts) : text)

/** A whole number of the command line. @throws UsageError */
export function count(option: string, value: string | undefined, maximum: number): number | undefined {
  if (value === undefined) return undefined
  if (!/^[1-9]\d{0,15}$/.test(value) || Number(value) > maximum) throw new UsageError(`${option} needs a whole number from 1 to ${maximum}`)
  return Number(value)
}

/** The id of a room in the command line. @throws UsageError */
export function roomOption(value: string | undefined): number {
  const roomId = count('--room', value, Number.MAX_SAFE_INTEGER)
  if (roomId === undefined) throw new UsageError('--room needs the id of a room')
  return roomId
}

/** The room with this id. @throws CommandError */
export async function requireRoom(program: Program, roomId: number): Promise<RoomRow> {
  const room = (await program.listRooms()).find(({ id }) => id === roomId)
  if (!room) throw new CommandError(`There is no room ${roomId}.`)
  return room
}
