import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { test as base } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { type Environment, type Installation, installation, until } from '../server/test/server-process.ts'

const PIN = /\b\d{3}-\d{2}-\d{11}\b/
const CODE = /\b[0-9A-Z]{2}-[0-9A-Z]{5}-[0-9A-Z]{2}\b/

/** A room of the test's own, with what its operator was told. */
export interface Room {
  readonly roomId: number
  readonly roomNo: string
  readonly pin: string
  readonly code: string
}

/** The mails that the server has sent. Each is handed out once, so that a second call waits for the next one. */
export interface Mailbox {
  mailTo(email: string): Promise<Email>
  /** The PIN in the next mail to an address that brings one. */
  pinFor(email: string): Promise<string>
  /** The operator code in the next mail to an address that brings one. */
  codeFor(email: string): Promise<string>
}

interface TestFixtures {
  /** Where the server is; `page.goto('/login')` knows it, too. */
  readonly url: string
  readonly room: Room
  readonly mailbox: Mailbox
}

interface WorkerFixtures {
  /** Beside folders and port; a file that needs others says `test.use({ settings: { SEALROOM_DEV: '1' } })`. */
  readonly settings: Environment
  readonly server: { readonly url: string; readonly home: Installation }
}

/** Playwright's `test` with the built server on folders of its own, one for each worker, and a fresh room for each test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { scope: 'worker', option: true }],
  server: [
    async ({ settings }, use) => {
      const home = await installation(settings)
      try {
        const { url } = await home.start()
        await use({ url, home })
      } finally {
        await home.remove()
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ server }, use) => use(server.url),
  url: ({ server }, use) => use(server.url),
  room: async ({ server }, use) => use(await server.home.createRoom()),
  mailbox: ({ server }, use) => use(openMailbox(path.join(server.home.dataDir, 'outbox'))),
})

export { expect } from '@playwright/test'

function openMailbox(folder: string): Mailbox {
  const taken = new Set<string>()

  /** The oldest mail that was not handed out yet. */
  async function take(email: string, pattern: RegExp): Promise<{ mail: Email; found: string } | undefined> {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml') && !taken.has(name)).sort()
    for (const name of names) {
      const mail = await PostalMime.parse(await readFile(path.join(folder, name)))
      const found = mail.to?.some(({ address }) => address === email) ? pattern.exec(mail.text ?? '')?.[0] : undefined
      if (found === undefined) continue
      taken.add(name)
      return { mail, found }
    }
    return undefined
  }
  async function next(email: string, pattern: RegExp): Promise<{ mail: Email; found: string }> {
    let result: { mail: Email; found: string } | undefined
    await until(async () => {
      result = await take(email, pattern)
      return result !== undefined
    }, `a mail to ${email}`)
    if (!result) throw new Error(`no mail to ${email}`)
    return result
  }
  return {
    mailTo: async (email) => (await next(email, /^/)).mail,
    pinFor: async (email) => (await next(email, PIN)).found,
    codeFor: async (email) => (await next(email, CODE)).found,
  }
}
