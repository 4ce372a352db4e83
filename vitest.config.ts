import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { componentCommands } from './server/test/harness/component-commands.ts'
import { ungated } from './server/test/matrix/ungated.ts'
import { CHROMIUM_ARGUMENTS, findHeadlessShell } from './tools/lib/chromium.mjs'
import { freePort } from './tools/lib/free-port.mjs'
import { LongestFirst } from './tools/testing/longest-first.ts'
import { componentServing } from './web/vite.config.ts'

const executablePath = findHeadlessShell()

const FOLDERS = '{clients,contract,paper,server,web,tools}'

/** `npm run test:slow` runs these. */
const SLOW = [`${FOLDERS}/**/*.slow.test.ts`]
const SLOW_COMPONENTS = 'web/**/*.slow.test.tsx'
const isSlowTier = process.env['TEST_TIER'] === 'slow'

const onServer = {
  globalSetup: ['server/test/harness/global-setup.ts'],
  pool: 'forks' as const,
  // To load the server for each file would take a fifth of the time.
  isolate: false,
  // A race that the server loses in every second run must not pass.
  retry: 0,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Vitest's default of one second is too short on a busy machine.
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig(async () => {
  process.env['COMPONENT_SERVER_PORT'] ??= String(await freePort())
  return {
    test: {
      maxWorkers: 2,
      sequence: { sequencer: LongestFirst },
      projects: [
        {
          plugins: [ungated(process.env['UNGATED'])],
          test: { ...onServer, name: 'unit', include: [`${FOLDERS}/**/*.test.ts`], exclude: SLOW },
        },
        {
          test: {
            ...onServer,
            name: 'slow',
            include: SLOW,
            env: { TEST_TIER: 'slow' },
            testTimeout: 120_000,
            hookTimeout: 240_000,
          },
        },
        {
          ...componentServing(`http://127.0.0.1:${process.env['COMPONENT_SERVER_PORT']}`),
          test: {
            name: 'components',
            ...(isSlowTier
              ? { include: [SLOW_COMPONENTS] }
              : { include: ['web/**/*.test.tsx'], exclude: [SLOW_COMPONENTS] }),
            globalSetup: ['server/test/harness/component-server.ts'],
            setupFiles: ['web/test/setup.ts'],
            // The default of browser projects is the cores less one.
            maxWorkers: 2,
            isolate: false,
            // The log names a second try as a fault.
            retry: 1,
            testTimeout: 60_000,
            expect: { poll: { timeout: 20_000 } },
            browser: {
              enabled: true,
              headless: true,
              screenshotFailures: false,
              viewport: { width: 1440, height: 900 },
              commands: componentCommands,
              provider: playwright({
                launchOptions: {
                  ...(executablePath ? { executablePath } : {}),
                  args: CHROMIUM_ARGUMENTS,
                },
                contextOptions: {
                  locale: 'ko-KR',
                  timezoneId: 'Asia/Seoul',
                  reducedMotion: 'reduce',
                  // Content that does not fit is scaled, so that clicks miss.
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
