import fs from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { LIMITS } from '../../contract/core/limits.ts'
import { formatOperatorCode } from '../../contract/core/operator-code.ts'
import { formatPin } from '../../contract/core/pin.ts'
import { AGE_RECIPIENT } from '../../contract/features/archive.ts'
import { soundnessOf } from '../../contract/proof/verdict-words.ts'
import type { OpenRoomRequest } from '../features/members/index.ts'
import { settingsOfProcess } from '../platform/config/settings.ts'
import { createLog } from '../platform/log/log.ts'
import { parseAddress } from '../platform/mail/address.ts'
import { linkOutside } from '../platform/mail/mail-links.ts'
import { readOutbox } from '../platform/mail/read-outbox.ts'
import { ResourceStack } from '../resource-stack.ts'
import { explain } from '../startup-errors.ts'
import { administrator } from './administrator.ts'
import { apiKey } from './api-key.ts'
import { backup, restore } from './backup.ts'
import {
  asksForHelp,
  type Command,
  CommandError,
  count,
  IncompleteError,
  JSON_OPTION,
  ROOM_OPTION,
  report,
  requireRoom,
  roomOption,
  UsageError,
} from './command.ts'
import { database } from './database.ts'
import { DoctorError, doctor } from './doctor.ts'
import { certificate, closeRoom, destroyRoom } from './ending.ts'
import { importFiles } from './import.ts'
import { check, rotateKey, rotateRoot } from './keys.ts'
import { printMails } from './print-mails.ts'
import { verdictJson, verdictText } from './print-verdict.ts'
import { readNotes } from './read-notes.ts'
import { storage } from './storage.ts'

const USAGE = `npm run room -- create --name NAME --operator-name NAME --operator-email ADDRESS [--storage BYTES] [--users N] [--json]
npm run room -- mail [--last N] [--to ADDRESS] [--json]
npm run room -- list [--json]
npm run room -- verify --room ID [--checkpoint FILE] [--json]
npm run room -- check [--room ID] [--json]
npm run room -- rotate-root [--json]
npm run room -- rotate-key --room ID [--json]
npm run room -- close --room ID [--json]
npm run room -- destroy --room ID --confirm ROOMNO [--now | --withdraw] [--json]
npm run room -- certificate --room ID --out FOLDER [--json]
npm run room -- archive --room ID --out FILE [--age RECIPIENT] [--json]
npm run room -- import --room ID --from FOLDER|ZIP|s3://BUCKET/PREFIX [--into FOLDER] [--staged | --published] [--numbers keep|strip]
  [--dry-run] [--report FILE] [--json]
npm run room -- storage move --to URL [--json]
npm run room -- storage claim [--json]
npm run room -- database upgrade [--binaries FOLDER | --remove-former] [--json]
npm run room -- backup --out FOLDER [--keys FOLDER] [--full] [--json]
npm run room -- backup list [--json]
npm run room -- backup drill --from FOLDER [--keys FOLDER] [--json]
npm run room -- backup prune --out FOLDER [--json]
npm run room -- restore --from FOLDER [--keys FOLDER] [--json]
npm run room -- api-key create --scope SCOPE [--scope SCOPE …] [--name NAME] [--expires DATE] [--json]
npm run room -- api-key list [--json]
npm run room -- api-key revoke ID [--json]
npm run room -- administrator invite --email ADDRESS --name NAME [--json]
npm run room -- administrator list [--json]
npm run room -- administrator remove ID [--json]
npm run room -- doctor [--mail ADDRESS] [--json]`

const LOG = createLog({ level: 'error', destination: process.stderr })

const CREATE_OPTIONS = {
  ...JSON_OPTION,
  name: { type: 'string' },
  'operator-name': { type: 'string' },
  'operator-email': { type: 'string' },
  storage: { type: 'string' },
  users: { type: 'string' },
} as const

const MAIL_OPTIONS = { ...JSON_OPTION, last: { type: 'string' }, to: { type: 'string' } } as const
const LAST_MAILS = 10
const MOST_MAILS = 1_000

function text(option: string, value: string | undefined): string {
  const cleaned = value?.normalize('NFC').trim() ?? ''
  if (cleaned === '' || cleaned.length > 100 || /\p{Cc}/u.test(cleaned))
    throw new UsageError(`${option} requires 1 to 100 characters`)
  return cleaned
}

function address(option: string, value: string | undefined): string {
  const parsed = parseAddress(value?.trim() ?? '')
  if (!parsed) throw new UsageError(`${option} requires one e-mail address`)
  return parsed
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
  return async (_settings, open) => {
    const program = await open()
    const { roomId, roomNo, ...room } = await program.openRoom(request)
    const reported = {
      roomId,
      roomNo,
      pin: formatPin(room.pin),
      code: formatOperatorCode(room.code),
      url: linkOutside(program.publicUrl, '/login'),
    }
    const lines = [
      `room ${reported.roomNo} (id ${reported.roomId})`,
      `PIN ${reported.pin}`,
      `operator code ${reported.code}`,
      reported.url,
    ]
    return report(values.json, reported, lines.join('\n'))
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
      phase: room.phase,
      phaseAt: room.phase_at?.toISOString() ?? null,
      closesAt: room.closes_at?.toISOString() ?? null,
      destroysAt: room.destroys_at?.toISOString() ?? null,
      storageUsed: room.storage_used,
      storageLimit: room.storage_limit,
    }))
    const lines = rooms.map(
      (room) =>
        `${room.roomNo}  id ${room.roomId}  ${room.name}${room.phase === 'open' ? '' : `  (${room.phase})`}`,
    )
    return report(values.json, rooms, lines.join('\n'))
  }
}

function mail(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: MAIL_OPTIONS })
  const last = count('--last', values.last, MOST_MAILS) ?? LAST_MAILS
  const to = values.to === undefined ? undefined : address('--to', values.to)
  return async ({ SMTP_URL, DATA_DIR }) => {
    if (SMTP_URL !== undefined)
      throw new CommandError('SMTP_URL is set, so e-mails are sent and not kept here.')
    const outbox = path.join(DATA_DIR, 'outbox')
    const mails = await readOutbox(outbox, { last, to })
    const none = `메일이 없습니다 · No e-mails${to === undefined ? '' : ` to ${to}`} in ${outbox}`
    return report(values.json, mails, mails.length === 0 ? none : printMails(mails))
  }
}

const VERIFY_OPTIONS = { ...JSON_OPTION, ...ROOM_OPTION, checkpoint: { type: 'string' } } as const

function verify(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: VERIFY_OPTIONS })
  const roomId = roomOption(values.room)
  return async (_settings, open) => {
    const notes = await notesOf(values.checkpoint)
    const program = await open()
    await requireRoom(program, roomId)
    const { head, verdict, zone } = await program.verifyLog(roomId, notes)
    const isStrange = verdict.fault === 'BAD_SIGNATURE' && (await program.strangeLogs()) > 0
    const reported = values.json
      ? verdictJson(verdict)
      : `${verdictText(verdict, head, zone)}${isStrange ? `\n\n${STRANGE_KEY}` : ''}`
    if (soundnessOf(verdict, head) === 'sound') return reported
    throw new CommandError(reported)
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
checkpoint.key is not the key that signed this log. Restore it from a backup of the key folder.`

const ARCHIVE_OPTIONS = {
  ...JSON_OPTION,
  ...ROOM_OPTION,
  out: { type: 'string' },
  age: { type: 'string' },
} as const

function archive(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: ARCHIVE_OPTIONS })
  const roomId = roomOption(values.room)
  const { out, age } = values
  if (out === undefined || out === '') throw new UsageError('--out requires a file name')
  if (age !== undefined && !AGE_RECIPIENT.test(age))
    throw new UsageError('--age requires an age public key: age1…')
  return async (_settings, open) => {
    const program = await open()
    await requireRoom(program, roomId)
    const { files, size } = await writeNewFile(out, (write) =>
      program.writeArchive(roomId, age, write),
    )
    const file = path.resolve(out)
    return report(
      values.json,
      { roomId, file, files, size },
      `${file}: ${files} files, ${size} bytes`,
    )
  }
}

async function writeNewFile<T>(
  file: string,
  work: (write: (piece: Uint8Array) => Promise<void>) => Promise<T>,
): Promise<T> {
  const handle = await fs.open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new CommandError(`${file} already exists.`) : error
  })
  try {
    const done = await work(async (piece) => handle.writeFile(piece))
    await handle.sync()
    await handle.close()
    return done
  } catch (error) {
    await handle.close()
    await fs.rm(file, { force: true })
    throw error
  }
}

function readCommand([name, ...args]: readonly string[]): Command {
  try {
    if (name === 'create') return create(args)
    if (name === 'list') return list(args)
    if (name === 'mail') return mail(args)
    if (name === 'verify') return verify(args)
    if (name === 'check') return check(args)
    if (name === 'rotate-root') return rotateRoot(args)
    if (name === 'rotate-key') return rotateKey(args)
    if (name === 'close') return closeRoom(args)
    if (name === 'destroy') return destroyRoom(args)
    if (name === 'certificate') return certificate(args)
    if (name === 'archive') return archive(args)
    if (name === 'import') return importFiles(args)
    if (name === 'storage') return storage(args)
    if (name === 'database') return database(args)
    if (name === 'backup') return backup(args)
    if (name === 'restore') return restore(args)
    if (name === 'api-key') return apiKey(args)
    if (name === 'administrator') return administrator(args)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
  throw new UsageError(
    'use one of create, mail, list, verify, check, rotate-root, rotate-key, close, destroy, certificate, archive, import, storage, database, backup, restore, api-key, administrator or doctor',
  )
}

/** The doctor must work with wrong settings. */
function readDoctor(args: readonly string[]): ReturnType<typeof doctor> {
  try {
    return doctor(args)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

async function run(opened: ResourceStack): Promise<string> {
  const [name, ...args] = process.argv.slice(2)
  if (name === 'doctor') return readDoctor(args)(LOG, opened)
  const command = readCommand(process.argv.slice(2))
  const settings = settingsOfProcess()
  return command(settings, async () => {
    const [{ assemble }, { openResources }] = await Promise.all([
      import('../assemble.ts'),
      import('../resources.ts'),
    ])
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
  const opened = new ResourceStack()
  const [, , ...args] = process.argv
  if (asksForHelp(args)) {
    console.log(USAGE)
    return 0
  }
  try {
    console.log(await run(opened))
    await opened.close()
    return 0
  } catch (error) {
    if (error instanceof DoctorError || error instanceof IncompleteError) console.log(error.message)
    else console.error(sentenceOf(error))
    await opened.close().catch(() => undefined)
    if (error instanceof IncompleteError) return error.exitCode
    return error instanceof UsageError ? 2 : 1
  }
}

process.exitCode = await main()
