import path from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
} from '@playwright/test'
import { openRooms, type Rooms } from '../../server/test/harness/open-rooms.ts'
import {
  type Environment,
  type Installation,
  installation,
} from '../../server/test/harness/server-process.ts'
import { createStrictness, type Strictness } from '../reading/strictness.ts'
import {
  type FurnishedRoom,
  furnish,
  type RememberedSession,
  type RoomToFurnish,
} from './furnished-room.ts'
import { KeptBrowsers } from './kept-browsers.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'

export type StoryBrowserOptions = Pick<
  BrowserContextOptions,
  'viewport' | 'deviceScaleFactor' | 'hasTouch' | 'colorScheme' | 'forcedColors' | 'permissions'
>

interface StoryPerson extends StoryBrowserOptions {
  readonly session?: RememberedSession
  readonly language?: 'ko' | 'en'
}

interface TestFixtures {
  readonly url: string
  readonly room: RoomToFurnish
  readonly mailbox: Mailbox
  readonly strictness: Strictness
  readonly openBrowser: (person?: StoryPerson) => Promise<BrowserContext>
}

interface WorkerFixtures {
  readonly settings: Environment
  /** Passkeys do not work on an IP address. */
  readonly host: '127.0.0.1' | 'localhost'
  readonly server: {
    readonly url: string
    readonly pid: number
    readonly home: Installation
    printed(): string
  }
  readonly browsers: KeptBrowsers
  readonly rooms: Rooms
  /** Only stories that change nothing share this room. */
  readonly app: FurnishedRoom
}

const errorsIn = (printed: string): string[] =>
  printed.split('\n').filter((line) => line.includes('"level":"error"'))

const outbox = (home: Installation): string => path.join(home.dataDir, 'outbox')

export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { scope: 'worker', option: true }],
  host: ['127.0.0.1', { scope: 'worker', option: true }],
  server: [
    async ({ settings, host }, use) => {
      const home = await installation(settings)
      try {
        const url = `http://${host}:${home.port}`
        const { pid, stdout, stderr } = await home.start({ PUBLIC_URL: url })
        await use({ url, pid, home, printed: () => stdout() + stderr() })
      } finally {
        await home.remove()
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  browsers: [
    async ({ browser, server: { url } }, use) => use(new KeptBrowsers(browser, url)),
    { scope: 'worker' },
  ],
  rooms: [
    async ({ server }, use) => {
      const rooms = await openRooms(server.home)
      await use(rooms)
      await rooms.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  app: [
    async ({ server: { url, home }, rooms }, use) =>
      use(await furnish(url, await rooms.make('참여 시험 룸'), await openMailbox(outbox(home)))),
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ server }, use) => use(server.url),
  url: ({ server }, use) => use(server.url),
  room: async ({ rooms }, use) => use(await rooms.make()),
  mailbox: async ({ server }, use) => use(await openMailbox(outbox(server.home))),
  strictness: async ({ url, server }, use) => {
    const strictness = createStrictness(url)
    const before = errorsIn(server.printed()).length
    await use(strictness)
    const errors = errorsIn(server.printed()).slice(before)
    expect(
      strictness.faults(),
      ['what the browser complained of; the server:', ...errors].join('\n'),
    ).toEqual([])
  },
  context: async ({ openBrowser }, use) => use(await openBrowser()),
  openBrowser: async ({ browsers, strictness, permissions }, use, run) => {
    const opened: { readonly context: BrowserContext; readonly endWatch: () => void }[] = []
    await use(async ({ session, language, viewport, ...options } = {}) => {
      const remembered = [
        ...(session ? [{ name: 'session', value: JSON.stringify(session) }] : []),
        ...(language ? [{ name: 'language', value: language }] : []),
      ]
      const context = await browsers.take(
        { ...(permissions ? { permissions } : {}), ...options },
        viewport,
        remembered,
      )
      opened.push({ context, endWatch: await strictness.watch(context) })
      return context
    })
    const isReusable = run.status === run.expectedStatus
    await Promise.all(opened.map(({ context }) => browsers.giveBack(context, isReusable)))
    for (const { endWatch } of opened) endWatch()
  },
})

export { expect }
