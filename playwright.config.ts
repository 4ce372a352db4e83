import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGUMENTS, findHeadlessShell } from './tools/lib/chromium.mjs'

const executablePath = findHeadlessShell()

/** Files with a server or a browser of their own. Among the others each would have a worker end, and start again behind it. */
const APART = ['e2e/failed-mails.spec.ts', 'e2e/print.spec.ts']
for (const file of APART) if (!existsSync(file)) throw new Error(`${file} is run apart, and does not exist`)

/** The tier that `npm run test:slow` runs. */
const SLOW = /\.slow\.spec\.ts$/
const isSlowTier = process.env['TEST_TIER'] === 'slow'

/** The specs start the built server themselves, through the fixture in e2e/. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.build/e2e',
  // One picture for every machine: how different it may be is up to the story.
  snapshotPathTemplate: '{testDir}/looks/{arg}{ext}',
  forbidOnly: true,
  workers: 2,
  projects: isSlowTier
    ? [{ name: 'slow', testMatch: SLOW }]
    : [
        { name: 'stories', testIgnore: [...APART.map((file) => `**/${file}`), SLOW] },
        { name: 'apart', testMatch: APART.map((file) => `**/${file}`) },
      ],
  // A machine that does something else for seconds is no fault of the product; the report names what needed it.
  retries: 1,
  timeout: 60_000,
  // Generous where the machine is busy: nothing here measures time.
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: process.env['PLAYWRIGHT_REPORT'] ?? '.build/playwright.json' }]],
  use: {
    browserName: 'chromium',
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    // What still moves is elsewhere by the time that the mouse comes, or the more so the busier the machine is.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: CHROMIUM_ARGUMENTS,
    },
  },
})
