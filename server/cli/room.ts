import { parseArgs } from 'node:util'
import { LIMITS } from '../../contract/core/limits.ts'
import { formatOperatorCode } from '../../contract/core/operator-code.ts'
import { formatPin } from '../../contract/core/pin.ts'
import { assemble, type Program } from '../assemble.ts'
import { explain } from '../explain.ts'
import type { OpenRoomRequest } from '../features/members/index.ts'
import { type Settings, settingsOfProcess } from '../platform/config/settings.ts'
import { createLog } from '../platform/log/log.ts'
import { parseAddress } from '../platform/mail/address.ts'
import { Opened, openResources } from '../resources.ts'

const USAGE = `npm run room -- create --name NAME --operator-name NAME --operator-email ADDRESS [--storage BYTES] [--users N] [--json]
npm run room -- list [--json]`

const LOG = createLog({ level: 'error', destination: process.stderr })

/** A fault of the command line: told with the usage, without a stack. */
class UsageError extends Error {
  override name = 'UsageError'
}

/** Does its work on the program and returns what is printed. */
type Command = (program: Program, settings: Settings) => Promise<string>

const JSON_OPTION = { json: { type: 'boolean', default: false } } as const

const CREATE_OPTIONS = {
  ...JSON_OPTION,
  name: { type: 'string' },
  'operator-name': { type: 'string' },
  'operator-email': { type: 'string' },
  storage: { type: 'string' },
  users: { type: 'string' },
} as const

function text(option: string, value: string | undefined): string {
  const cleaned = value?.normalize('NFC').trim() ?? ''
  if (cleaned === '' || cleaned.length > 100 || /\p{Cc}/u.test(cleaned)) throw new UsageError(`${option} needs 1 to 100 characters`)
  return cleaned
}

function address(option: string, value: string | undefined): string {
  const parsed = parseAddress(value?.trim() ?? '')
  if (!parsed) throw new UsageError(`${option} needs one e-mail address`)
  return parsed
}

function count(option: string, value: string | undefined, maximum: number): number | undefined {
  if (value === undefined) return undefined
  if (!/^[1-9]\d{0,15}$/.test(value) || Number(value) > maximum) throw new UsageError(`${option} needs a whole number from 1 to ${maximum}`)
  return Number(value)
}

function create(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: CREATE_OPTIONS })
  const request: OpenRoomRequest = {
    name: text('--name', values.name),
    operatorName: text('--operator-name', values['operator-name']),
    operatorEmail: address('--operator-email', values['operator-email']),
    storageLimit: count('--storage', values.storage, Number.MAX_SAFE_INTEGER),
    userLimit: count('--users', values.users, LIMITS.usersUnlimited),
  }
  return async (program, { PUBLIC_URL }) => {
    const { roomId, roomNo, ...room } = await program.openRoom(request)
    const told = { roomId, roomNo, pin: formatPin(room.pin), code: formatOperatorCode(room.code), url: `${PUBLIC_URL}/login` }
    if (values.json) return JSON.stringify(told)
    return [`room ${told.roomNo} (id ${told.roomId})`, `PIN ${told.pin}`, `operator code ${told.code}`, told.url].join('\n')
  }
}

function list(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: JSON_OPTION })
  return async (program) => {
    const rooms = (await program.listRooms()).map((room) => ({
      roomId: room.id,
      roomNo: room.room_no,
      name: room.name,
      createdAt: room.created_at.toISOString(),
      closedAt: room.closed_at?.toISOString() ?? null,
      storageUsed: room.storage_used,
      storageLimit: room.storage_limit,
    }))
    if (values.json) return JSON.stringify(rooms)
    return rooms.map((room) => `${room.roomNo}  id ${room.roomId}  ${room.name}${room.closedAt ? '  (closed)' : ''}`).join('\n')
  }
}

/** Reads the whole command line before anything is opened, so that a fault in it leaves nothing behind. */
function readCommand([name, ...args]: readonly string[]): Command {
  try {
    if (name === 'create') return create(args)
    if (name === 'list') return list(args)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
  throw new UsageError('say create or list')
}

async function run(opened: Opened): Promise<string> {
  const command = readCommand(process.argv.slice(2))
  const settings = settingsOfProcess()
  const program = await assemble(await openResources(settings, LOG, opened, 'command'))
  opened.add(() => program.close())
  return command(program, settings)
}

async function main(): Promise<number> {
  const opened = new Opened()
  try {
    console.log(await run(opened))
    await opened.close()
    return 0
  } catch (error) {
    console.error(error instanceof UsageError ? `${error.message}\n\n${USAGE}` : explain(error, LOG, undefined))
    await opened.close().catch(() => undefined)
    return error instanceof UsageError ? 2 : 1
  }
}

process.exitCode = await main()
