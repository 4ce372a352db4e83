import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { componentCommands } from './server/test/component-commands.ts'
import { freePort } from './server/test/server-process.ts'
import { ungated } from './server/test/ungated.ts'
import { CHROMIUM_ARGUMENTS, findHeadlessShell } from './tools/lib/chromium.mjs'
import { componentServing } from './web/vite.config.ts'

const executablePath = findHeadlessShell()

const FOLDERS = '{contract,paper,server,web,tools}'

/** Tests that no change waits for: `npm run test:slow` runs them. */
const SLOW = [`${FOLDERS}/**/*.slow.test.ts`]

const onServer = {
  globalSetup: ['server/test/global-setup.ts'],
  pool: 'forks' as const,
  // Files of one worker share their modules: to load the server for each file would take a fifth of the time.
  isolate: false,
  // A race that the server loses in every second run must not pass: none has a second try.
  retry: 0,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // The second that Vitest waits is too short where the machine is busy.
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig(async () => {
  process.env['COMPONENT_SERVER_PORT'] ??= String(await freePort())
  return {
    test: {
      maxWorkers: 2,
      projects: [
        {
          plugins: [ungated(process.env['UNGATED'])],
          test: { ...onServer, name: 'unit', include: [`${FOLDERS}/**/*.test.ts`], exclude: SLOW },
        },
        { test: { ...onServer, name: 'slow', include: SLOW, testTimeout: 120_000, hookTimeout: 240_000 } },
        {
          ...componentServing(`http://127.0.0.1:${process.env['COMPONENT_SERVER_PORT']}`),
          test: {
            name: 'components',
            include: ['web/**/*.test.tsx'],
            globalSetup: ['server/test/component-server.ts'],
            setupFiles: ['web/test/setup.ts'],
            // A browser project has its own number, which is that of the cores less one.
            maxWorkers: 2,
            isolate: false,
            // One that needs its second try is named as a fault at the end of the log.
            retry: 1,
            testTimeout: 30_000,
            // Where the machine is busy, the server may take longer than the second that Vitest waits.
            expect: { poll: { timeout: 20_000 } },
            browser: {
              enabled: true,
              headless: true,
              screenshotFailures: false,
              viewport: { width: 1440, height: 900 },
              commands: componentCommands,
              provider: playwright({
                launchOptions: { ...(executablePath ? { executablePath } : {}), args: CHROMIUM_ARGUMENTS },
                contextOptions: {
                  locale: 'ko-KR',
                  timezoneId: 'Asia/Seoul',
                  reducedMotion: 'reduce',
                  // What does not fit in would be shown at a scale, and pressed beside its place.
                  viewport: { width: 1600, height: 1200 },
                },
              }),
              instances: [{ browser: 'chromium' as const }],
            },
          },
        },
      ],
    },
  }
})
