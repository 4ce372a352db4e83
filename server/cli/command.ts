import type { Program } from '../assemble.ts'
import type { RoomRow } from '../features/rooms/index.ts'
import type { Settings } from '../platform/config/settings.ts'

export class UsageError extends Error {
  override name = 'UsageError'
}

export class CommandError extends Error {
  override name = 'CommandError'
}

export class IncompleteError extends Error {
  override name = 'IncompleteError'
  readonly exitCode: number

  constructor(report: string, exitCode: number) {
    super(report)
    this.exitCode = exitCode
  }
}

export type Command = (settings: Settings, open: () => Promise<Program>) => Promise<string>

export const JSON_OPTION = { json: { type: 'boolean', default: false } } as const
export const ROOM_OPTION = { room: { type: 'string' } } as const

export const report = (asJson: boolean, facts: object, text: string): string =>
  asJson ? JSON.stringify(facts) : text

/** A later option could be another's value. */
export function asksForHelp(args: readonly string[]): boolean {
  const option = args.find((each) => each.startsWith('-'))
  return option === '--help' || option === '-h'
}

/** @throws UsageError */
export function count(
  option: string,
  value: string | undefined,
  maximum: number,
): number | undefined {
  if (value === undefined) return undefined
  if (!/^[1-9]\d{0,15}$/.test(value) || Number(value) > maximum)
    throw new UsageError(`${option} requires a whole number from 1 to ${maximum}`)
  return Number(value)
}

/** @throws UsageError */
export function roomOption(value: string | undefined): number {
  const roomId = count('--room', value, Number.MAX_SAFE_INTEGER)
  if (roomId === undefined) throw new UsageError('--room requires a room id')
  return roomId
}

/** @throws CommandError */
export async function requireRoom(program: Program, roomId: number): Promise<RoomRow> {
  const room = (await program.listRooms()).find(({ id }) => id === roomId)
  if (!room) throw new CommandError(`There is no room ${roomId}.`)
  return room
}
