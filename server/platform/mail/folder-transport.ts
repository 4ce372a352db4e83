import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Clock } from '../clock/clock.ts'
import { isErrno } from '../crypto/durable-files.ts'
import type { MailTransport } from './mail.ts'
import { messageOf } from './message.ts'

const DAY_MS = 86_400_000

/** Time in UTC to the millisecond, a running number within this process, chance: sorts by time and never repeats. */
const MAIL_FILE = /^\d{8}T\d{9}Z-\d{6}-[0-9a-f]{8}\.eml(\.tmp)?$/

/** A transport for servers without SMTP settings. */
export interface FolderTransport extends MailTransport {
  readonly kind: 'folder'
  /** Removes mails older than so many days, 7 unless given; says how many. Other files are left alone. */
  readonly sweep: (olderThanDays?: number) => Promise<number>
}

/**
 * Writes each mail as an `.eml` file that only this account can read. A file appears whole or not at all: it is written
 * under another name and renamed.
 */
export function createFolderTransport({ folder, clock }: { readonly folder: string; readonly clock: Clock }): FolderTransport {
  let count = 0
  return {
    kind: 'folder',
    async send(mail, options) {
      const now = clock.now()
      const content = await new MailComposer(messageOf(mail, options, now)).compile().build()
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
      for (const name of await namesIn(folder)) {
        const file = path.join(folder, name)
        if (!MAIL_FILE.test(name) || (await stat(file)).mtimeMs >= before) continue
        await rm(file, { force: true })
        removed++
      }
      return removed
    },
    async close() {
      // Nothing stays open between mails.
    },
  }
}

/** Empty before the first mail has made the folder. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return []
    throw error
  }
}
