import { findProgram } from './find-program.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']
const SHELL = 'chromium-headless-shell'

export const findChromium = (env = process.env) => env.CHROMIUM_PATH || findProgram(NAMES, env)

/** The headless shell has no windows and no PDF viewer, so stories take a fifth less time. */
export const findHeadlessShell = (env = process.env) => env.CHROMIUM_PATH || findProgram([SHELL], env) || findChromium(env)

/** Chromium honors only the last switch of a kind, so Playwright's own list is repeated here. */
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

/** Each of these hidden pages costs half a second of CPU time per window. */
const HIDDEN_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** Root cannot use the sandbox, there is no GPU, and Chromium must send no requests of its own. */
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
