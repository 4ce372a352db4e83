import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGUMENTS, findHeadlessShell } from './tools/lib/chromium.mjs'

const executablePath = findHeadlessShell()

/** These files need their own server or browser, which would restart workers among the others. */
const APART = ['e2e/operating/failed-mails.spec.ts', 'e2e/reading/print.spec.ts']
for (const file of APART)
  if (!existsSync(file)) throw new Error(`${file} is run apart, and does not exist`)

/** The tier that `npm run test:slow` runs. */
const SLOW = /\.slow\.spec\.ts$/
const isSlowTier = process.env['TEST_TIER'] === 'slow'

/** A fixture in e2e/ starts the built server. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.build/e2e',
  // All machines share one picture, and each story sets its tolerance.
  snapshotPathTemplate: '{testDir}/looks/{arg}{ext}',
  forbidOnly: true,
  workers: 2,
  projects: isSlowTier
    ? [{ name: 'slow', testMatch: SLOW }]
    : [
        { name: 'stories', testIgnore: [...APART.map((file) => `**/${file}`), SLOW] },
        { name: 'apart', testMatch: APART.map((file) => `**/${file}`) },
      ],
  // A busy machine is no fault of the product. The report names what needed a retry.
  retries: 1,
  timeout: 60_000,
  // Generous where the machine is busy: nothing here measures time.
  expect: { timeout: 10_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_REPORT'] ?? '.build/playwright.json' }],
  ],
  use: {
    browserName: 'chromium',
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    // A moving target would be elsewhere when the mouse arrives.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    // Otherwise a screen that lacks an element waits as long as its whole test may.
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: CHROMIUM_ARGUMENTS,
    },
  },
})
