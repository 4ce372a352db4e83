import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Clock } from '../clock/clock.ts'
import { namesIfThere } from '../encryption/durable-files.ts'
import type { MailTransport } from './mail.ts'
import { messageOf } from './message.ts'

const DAY_MS = 86_400_000

const MAIL_FILE = /^\d{8}T\d{9}Z-\d{6}-[0-9a-f]{8}\.eml(\.tmp)?$/

const ROOM_HEADER = 'X-Sealroom-Room'
/** All headers fit into this. */
const HEAD_BYTES = 16_384

export interface FolderTransport extends MailTransport {
  readonly kind: 'folder'
  readonly sweep: (olderThanDays?: number) => Promise<number>
  readonly remove: (file: string) => Promise<void>
  readonly removeRoom: (roomId: number) => Promise<void>
}

/** Only this account reads `.eml` files. A rename makes each complete. */
export function createFolderTransport({
  folder,
  clock,
}: {
  readonly folder: string
  readonly clock: Clock
}): FolderTransport {
  let count = 0
  return {
    kind: 'folder',
    async send(mail, options) {
      const now = clock.now()
      const message = messageOf(mail, options, now)
      const headers = { ...message.headers, [ROOM_HEADER]: String(options.roomId) }
      const content = await new MailComposer({ ...message, headers }).compile().build()
      count = (count + 1) % 1_000_000
      const name = `${now.toISOString().replace(/[-:.]/g, '')}-${String(count).padStart(6, '0')}-${randomBytes(4).toString('hex')}.eml`
      const file = path.join(folder, name)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(`${file}.tmp`, content, { mode: 0o600, flag: 'wx', flush: true })
      await rename(`${file}.tmp`, file)
      return file
    },
    async sweep(olderThanDays = 7) {
      const before = clock.now().getTime() - olderThanDays * DAY_MS
      let removed = 0
      for (const name of await namesIfThere(folder)) {
        const file = path.join(folder, name)
        if (!MAIL_FILE.test(name) || (await stat(file)).mtimeMs >= before) continue
        await rm(file, { force: true })
        removed++
      }
      return removed
    },
    remove: (file) => rm(file, { force: true }),
    async removeRoom(roomId) {
      const header = new RegExp(`^${ROOM_HEADER}: ${roomId}\\r?$`, 'im')
      for (const name of await namesIfThere(folder)) {
        const file = path.join(folder, name)
        if (MAIL_FILE.test(name) && header.test(await headOf(file))) await rm(file, { force: true })
      }
    },
    async close() {},
  }
}

async function headOf(file: string): Promise<string> {
  const opened = await open(file, 'r').catch(() => undefined)
  if (!opened) return ''
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.toString('latin1', 0, bytesRead).split(/\r?\n\r?\n/, 1)[0] ?? ''
  } finally {
    await opened.close()
  }
}
