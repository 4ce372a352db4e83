import path from 'node:path'
import { parseArgs } from 'node:util'
import { LIMITS } from '../../contract/core/limits.ts'
import { formatOperatorCode } from '../../contract/core/operator-code.ts'
import { formatPin } from '../../contract/core/pin.ts'
import { soundnessOf } from '../../contract/proof/verdict-words.ts'
import type { Program } from '../assemble.ts'
import { explain } from '../explain.ts'
import type { OpenRoomRequest } from '../features/members/index.ts'
import { Opened } from '../opened.ts'
import { type Settings, settingsOfProcess } from '../platform/config/settings.ts'
import { createLog } from '../platform/log/log.ts'
import { parseAddress } from '../platform/mail/address.ts'
import { readOutbox } from '../platform/mail/read-outbox.ts'
import { printMails } from './print-mails.ts'
import { verdictJson, verdictText } from './print-verdict.ts'
import { readNotes } from './read-notes.ts'

const USAGE = `npm run room -- create --name NAME --operator-name NAME --operator-email ADDRESS [--storage BYTES] [--users N] [--json]
npm run room -- mail [--last N] [--to ADDRESS]
npm run room -- list [--json]
npm run room -- verify --room ID [--checkpoint FILE] [--json]`

const LOG = createLog({ level: 'error', destination: process.stderr })

/** A fault of the command line: told with the usage, without a stack. */
class UsageError extends Error {
  override name = 'UsageError'
}

/** What cannot be done here, and why. */
class CommandError extends Error {
  override name = 'CommandError'
}

/** Does its work, on the program where it opens that, and returns what is printed. */
type Command = (settings: Settings, open: () => Promise<Program>) => Promise<string>

const JSON_OPTION = { json: { type: 'boolean', default: false } } as const

const CREATE_OPTIONS = {
  ...JSON_OPTION,
  name: { type: 'string' },
  'operator-name': { type: 'string' },
  'operator-email': { type: 'string' },
  storage: { type: 'string' },
  users: { type: 'string' },
} as const

const MAIL_OPTIONS = { last: { type: 'string' }, to: { type: 'string' } } as const
const LAST_MAILS = 10
const MOST_MAILS = 1_000

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
  return async ({ PUBLIC_URL }, open) => {
    const { roomId, roomNo, ...room } = await (await open()).openRoom(request)
    const told = { roomId, roomNo, pin: formatPin(room.pin), code: formatOperatorCode(room.code), url: `${PUBLIC_URL}/login` }
    if (values.json) return JSON.stringify(told)
    return [`room ${told.roomNo} (id ${told.roomId})`, `PIN ${told.pin}`, `operator code ${told.code}`, told.url].join('\n')
  }
}

function list(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: JSON_OPTION })
  return async (_settings, open) => {
    const rooms = (await (await open()).listRooms()).map((room) => ({
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

function mail(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: MAIL_OPTIONS })
  const last = count('--last', values.last, MOST_MAILS) ?? LAST_MAILS
  const to = values.to === undefined ? undefined : address('--to', values.to)
  return async ({ SMTP_URL, DATA_DIR }) => {
    if (SMTP_URL !== undefined) throw new CommandError('SMTP_URL is set: mails are sent, and none is kept here.')
    const outbox = path.join(DATA_DIR, 'outbox')
    const mails = await readOutbox(outbox, { last, to })
    if (mails.length === 0) return `메일이 없습니다 · No mails${to === undefined ? '' : ` to ${to}`} in ${outbox}`
    return printMails(mails)
  }
}

const VERIFY_OPTIONS = { ...JSON_OPTION, room: { type: 'string' }, checkpoint: { type: 'string' } } as const

function verify(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: VERIFY_OPTIONS })
  const roomId = count('--room', values.room, Number.MAX_SAFE_INTEGER)
  if (roomId === undefined) throw new UsageError('--room needs the id of a room')
  return async (_settings, open) => {
    const notes = await notesOf(values.checkpoint)
    const program = await open()
    if (!(await program.listRooms()).some(({ id }) => id === roomId)) throw new CommandError(`There is no room ${roomId}.`)
    const { head, verdict, zone } = await program.verifyLog(roomId, notes)
    const isStrange = verdict.fault === 'BAD_SIGNATURE' && (await program.strangeLogs()) > 0
    const told = values.json ? verdictJson(verdict) : `${verdictText(verdict, head, zone)}${isStrange ? `\n\n${STRANGE_KEY}` : ''}`
    if (soundnessOf(verdict, head) === 'sound') return told
    throw new CommandError(told)
  }
}

async function notesOf(file: string | undefined): Promise<readonly string[]> {
  if (file === undefined) return []
  try {
    return await readNotes(file)
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error))
  }
}

const STRANGE_KEY = `checkpoint.key가 이 기록을 서명한 열쇠가 아닙니다. 열쇠 폴더의 백업에서 되돌려 주세요.
checkpoint.key is not the key that signed this log. Put it back from the backup of the key folder.`

/** Reads the whole command line before anything is opened, so that a fault in it leaves nothing behind. */
function readCommand([name, ...args]: readonly string[]): Command {
  try {
    if (name === 'create') return create(args)
    if (name === 'list') return list(args)
    if (name === 'mail') return mail(args)
    if (name === 'verify') return verify(args)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
  throw new UsageError('say create, mail, list or verify')
}

async function run(opened: Opened): Promise<string> {
  const command = readCommand(process.argv.slice(2))
  const settings = settingsOfProcess()
  return command(settings, async () => {
    // To load them takes a second, which nobody has to wait for who mistyped, or who reads the mails.
    const [{ assemble }, { openResources }] = await Promise.all([import('../assemble.ts'), import('../resources.ts')])
    const program = await assemble(await openResources(settings, LOG, opened, 'command'))
    opened.add(() => program.close())
    return program
  })
}

function sentenceOf(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${USAGE}`
  return error instanceof CommandError ? error.message : explain(error, LOG, undefined)
}

async function main(): Promise<number> {
  const opened = new Opened()
  try {
    console.log(await run(opened))
    await opened.close()
    return 0
  } catch (error) {
    console.error(sentenceOf(error))
    await opened.close().catch(() => undefined)
    return error instanceof UsageError ? 2 : 1
  }
}

process.exitCode = await main()
