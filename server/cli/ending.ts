import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { errorText } from '../../contract/core/errors.ts'
import { Refusal } from '../platform/http/refusal.ts'
import {
  type Command,
  CommandError,
  JSON_OPTION,
  ROOM_OPTION,
  report,
  requireRoom,
  roomOption,
  UsageError,
} from './command.ts'

async function unlessRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new CommandError(`${errorText(error.code, 'ko')} · ${errorText(error.code, 'en')}`)
  }
}

export function closeRoom(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: { ...ROOM_OPTION, ...JSON_OPTION } })
  const roomId = roomOption(values.room)
  return async (_settings, open) => {
    const program = await open()
    const { room_no } = await requireRoom(program, roomId)
    await unlessRefused(program.endings.close(roomId))
    const facts = { roomId, roomNo: room_no, phase: 'closed' }
    return report(
      values.json,
      facts,
      `room ${room_no} (id ${roomId}) is closed; only operators can enter`,
    )
  }
}

/** `--now` destroys at once, `--withdraw` withdraws the request. */
export function destroyRoom(args: readonly string[]): Command {
  const flag = { type: 'boolean', default: false } as const
  const options = {
    ...ROOM_OPTION,
    ...JSON_OPTION,
    confirm: { type: 'string' },
    now: flag,
    withdraw: flag,
  } as const
  const { values } = parseArgs({ args: [...args], options })
  const roomId = roomOption(values.room)
  if (values.confirm === undefined) throw new UsageError('--confirm requires the room number')
  if (values.now && values.withdraw) throw new UsageError('--now and --withdraw cannot be combined')
  return async (_settings, open) => {
    const program = await open()
    const { room_no } = await requireRoom(program, roomId)
    if (values.confirm !== room_no)
      throw new CommandError(
        `The number given with --confirm is not that of room ${roomId}. Nothing was changed.`,
      )
    if (values.withdraw) {
      await unlessRefused(program.endings.withdraw(roomId))
      return report(
        values.json,
        { roomId, roomNo: room_no, destroysAt: null },
        `destruction of room ${room_no} (id ${roomId}) was withdrawn`,
      )
    }
    if (!values.now) {
      const dueAt = await unlessRefused(program.endings.ask(roomId))
      const destroysAt = dueAt.toISOString()
      const text = `destruction of room ${room_no} (id ${roomId}) starts when an operator confirms it, or at ${destroysAt}; until then an operator can withdraw it`
      return report(values.json, { roomId, roomNo: room_no, destroysAt }, text)
    }
    await unlessRefused(program.endings.destroy(roomId))
    const text = `room ${room_no} (id ${roomId}) has been destroyed; to write its certificate: npm run room -- certificate --room ${roomId} --out FOLDER`
    return report(values.json, { roomId, roomNo: room_no, phase: 'destroyed' }, text)
  }
}

export function certificate(args: readonly string[]): Command {
  const { values } = parseArgs({
    args: [...args],
    options: { ...ROOM_OPTION, ...JSON_OPTION, out: { type: 'string' } },
  })
  const roomId = roomOption(values.room)
  const { out } = values
  if (out === undefined) throw new UsageError('--out requires a folder')
  return async (_settings, open) => {
    const program = await open()
    const { room_no } = await requireRoom(program, roomId)
    const found = await program.endings.certificateOf(roomId)
    if (!found)
      throw new CommandError(
        `There is no certificate for room ${roomId}. The room has not been destroyed, or the certificate’s retention period has ended.`,
      )
    await mkdir(out, { recursive: true })
    const files = [
      { file: path.join(out, `destruction-${room_no}.json`), content: found.json },
      { file: path.join(out, `destruction-${room_no}.pdf`), content: found.pdf },
    ]
    for (const { file, content } of files) await writeFile(file, content, { mode: 0o600 })
    const written = files.map(({ file }) => file)
    return report(values.json, { roomId, roomNo: room_no, files: written }, written.join('\n'))
  }
}
