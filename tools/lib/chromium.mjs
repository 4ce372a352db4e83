import { findProgram } from './find-program.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']
const SHELL = 'chromium-headless-shell'

export const findChromium = (env = process.env) => env.CHROMIUM_PATH || findProgram(NAMES, env)

/** Without windows and PDF viewer, stories take a fifth less. */
export const findHeadlessShell = (env = process.env) => env.CHROMIUM_PATH || findProgram([SHELL], env) || findChromium(env)

/** Playwright's own list. Chromium honors only the last switch of a kind. */
const PLAYWRIGHT_DISABLED = [
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

/** These cost half a second of CPU time per window. */
const HIDDEN_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** There is no sandbox as root, no GPU, and no request of Chromium's own. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...PLAYWRIGHT_DISABLED, ...HIDDEN_PAGES].join()}`,
]
