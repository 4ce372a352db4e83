import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { errorText } from '../../contract/core/errors.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { type Command, CommandError, JSON_OPTION, ROOM_OPTION, requireRoom, roomOption, tell, UsageError } from './command.ts'

/** What is refused is told as it would be over the wire. */
async function unlessRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new CommandError(`${errorText(error.code, 'ko')} · ${errorText(error.code, 'en')}`)
  }
}

/** `close`: lets operators alone in. */
export function closeRoom(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: { ...ROOM_OPTION, ...JSON_OPTION } })
  const roomId = roomOption(values.room)
  return async (_settings, open) => {
    const program = await open()
    const { room_no } = await requireRoom(program, roomId)
    await unlessRefused(program.endings.close(roomId))
    const facts = { roomId, roomNo: room_no, phase: 'closed' }
    return tell(values.json, facts, `room ${room_no} (id ${roomId}) is closed: only its operators can enter`)
  }
}

/** `destroy`: asks for the destruction of a room; with `--now` destroys it, with `--withdraw` takes back what was asked for. */
export function destroyRoom(args: readonly string[]): Command {
  const flag = { type: 'boolean', default: false } as const
  const options = { ...ROOM_OPTION, ...JSON_OPTION, confirm: { type: 'string' }, now: flag, withdraw: flag } as const
  const { values } = parseArgs({ args: [...args], options })
  const roomId = roomOption(values.room)
  if (values.confirm === undefined) throw new UsageError('--confirm needs the number of the room')
  if (values.now && values.withdraw) throw new UsageError('--now and --withdraw exclude each other')
  return async (_settings, open) => {
    const program = await open()
    const { room_no } = await requireRoom(program, roomId)
    if (values.confirm !== room_no)
      throw new CommandError(`Room ${roomId} does not have the number given with --confirm. Nothing was done.`)
    if (values.withdraw) {
      await unlessRefused(program.endings.withdraw(roomId))
      return tell(values.json, { roomId, roomNo: room_no, destroysAt: null }, `room ${room_no} (id ${roomId}) will not be destroyed`)
    }
    if (!values.now) {
      const dueAt = await unlessRefused(program.endings.ask(roomId))
      const destroysAt = dueAt.toISOString()
      const text = `the destruction of room ${room_no} (id ${roomId}) begins when an operator confirms it, or at ${destroysAt}; until then an operator can withdraw it`
      return tell(values.json, { roomId, roomNo: room_no, destroysAt }, text)
    }
    await unlessRefused(program.endings.destroy(roomId))
    const text = `room ${room_no} (id ${roomId}) is destroyed; its certificate: npm run room -- certificate --room ${roomId} --out FOLDER`
    return tell(values.json, { roomId, roomNo: room_no, phase: 'destroyed' }, text)
  }
}

/** `certificate`: writes that of a room that was destroyed. */
export function certificate(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: { ...ROOM_OPTION, ...JSON_OPTION, out: { type: 'string' } } })
  const roomId = roomOption(values.room)
  const { out } = values
  if (out === undefined) throw new UsageError('--out needs a folder')
  return async (_settings, open) => {
    const program = await open()
    const { room_no } = await requireRoom(program, roomId)
    const found = await program.endings.certificateOf(roomId)
    if (!found)
      throw new CommandError(`There is no certificate of room ${roomId}: it is not destroyed, or the time for which it is kept is over.`)
    await mkdir(out, { recursive: true })
    const files = [
      { file: path.join(out, `destruction-${room_no}.json`), content: found.json },
      { file: path.join(out, `destruction-${room_no}.pdf`), content: found.pdf },
    ]
    for (const { file, content } of files) await writeFile(file, content, { mode: 0o600 })
    const written = files.map(({ file }) => file)
    return tell(values.json, { roomId, roomNo: room_no, files: written }, written.join('\n'))
  }
}
