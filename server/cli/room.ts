import { parseArgs } from 'node:util'
import { LIMITS } from '../../contract/core/limits.ts'
import { formatOperatorCode } from '../../contract/core/operator-code.ts'
import { formatPin } from '../../contract/core/pin.ts'
import { assemble, type Program } from '../assemble.ts'
import { type Settings, settingsOfProcess } from '../platform/config/settings.ts'
import { createLog } from '../platform/log/log.ts'
import { parseAddress } from '../platform/mail/address.ts'
import { Opened, openResources } from '../resources.ts'

const USAGE = `npm run room -- create --name NAME --operator-name NAME --operator-email ADDRESS [--storage BYTES] [--users N] [--json]
npm run room -- list [--json]`

/** A fault of the command line: told with the usage, without a stack. */
class UsageError extends Error {
  override name = 'UsageError'
}

const OPTIONS = {
  name: { type: 'string' },
  'operator-name': { type: 'string' },
  'operator-email': { type: 'string' },
  storage: { type: 'string' },
  users: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

type Values = ReturnType<typeof parse>['values']

function parse() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function required(values: Values, name: 'name' | 'operator-name'): string {
  const value = values[name]?.normalize('NFC').trim() ?? ''
  if (value === '' || value.length > 100 || /\p{Cc}/u.test(value)) throw new UsageError(`--${name} needs 1 to 100 characters`)
  return value
}

function count(values: Values, name: 'storage' | 'users', maximum: number): number | undefined {
  const text = values[name]
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,15}$/.test(text) || Number(text) > maximum) throw new UsageError(`--${name} needs a whole number from 1 to ${maximum}`)
  return Number(text)
}

async function create(program: Program, settings: Settings, values: Values): Promise<string> {
  const operatorEmail = parseAddress(values['operator-email']?.trim() ?? '')
  if (!operatorEmail) throw new UsageError('--operator-email needs one e-mail address')
  const room = await program.openRoom({
    name: required(values, 'name'),
    operatorName: required(values, 'operator-name'),
    operatorEmail,
    storageLimit: count(values, 'storage', Number.MAX_SAFE_INTEGER),
    userLimit: count(values, 'users', LIMITS.usersUnlimited),
  })
  const { roomId, roomNo } = room
  const told = { roomId, roomNo, pin: formatPin(room.pin), code: formatOperatorCode(room.code), url: `${settings.PUBLIC_URL}/login` }
  if (values.json) return JSON.stringify(told)
  return [`room ${told.roomNo} (id ${told.roomId})`, `PIN ${told.pin}`, `operator code ${told.code}`, told.url].join('\n')
}

async function list(program: Program, values: Values): Promise<string> {
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

async function run(opened: Opened): Promise<string> {
  const { values, positionals } = parse()
  const [command] = positionals
  if ((command !== 'create' && command !== 'list') || positionals.length !== 1) throw new UsageError('say create or list')
  const settings = settingsOfProcess()
  const log = createLog({ level: settings.LOG_LEVEL === 'debug' ? 'debug' : 'error', destination: process.stderr })
  const program = await assemble(await openResources(settings, log, opened, true))
  opened.add(() => program.close())
  return command === 'create' ? create(program, settings, values) : list(program, values)
}

async function main(): Promise<number> {
  const opened = new Opened()
  try {
    console.log(await run(opened))
    await opened.close()
    return 0
  } catch (error) {
    console.error(error instanceof UsageError ? `${error.message}\n\n${USAGE}` : error instanceof Error ? error.message : error)
    await opened.close().catch(() => undefined)
    return error instanceof UsageError ? 2 : 1
  }
}

process.exitCode = await main()
