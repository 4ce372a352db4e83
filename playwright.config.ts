import { defineConfig } from '@playwright/test'
import { findHeadlessShell } from './tools/lib/chromium.mjs'

const executablePath = findHeadlessShell()

/** Playwright's own list, since the last switch of a kind is the one that counts. */
const WITHOUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
/** Pages of the address bar, which nobody sees here: for each new window the browser would load both, for half a second of computing. */
const UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** Files with a server or a browser of their own. Among the others each would have a worker end, and start again behind it. */
const APART = /\/(convert|failed-mails|one-time-link|print)\.spec\.ts$/

/** The specs start the built server themselves, through the fixture in e2e/. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.build/e2e',
  // One picture for every machine: how different it may be is up to the story.
  snapshotPathTemplate: '{testDir}/looks/{arg}{ext}',
  forbidOnly: true,
  workers: 2,
  projects: [
    { name: 'stories', testIgnore: APART },
    { name: 'apart', testMatch: APART },
  ],
  // A machine that does something else for seconds is no fault of the product; the report names what needed it.
  retries: 1,
  timeout: 60_000,
  // Generous where the machine is busy: nothing here measures time.
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '.build/playwright.json' }]],
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
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${[...WITHOUT, ...UNSEEN].join()}`,
      ],
    },
  },
})
