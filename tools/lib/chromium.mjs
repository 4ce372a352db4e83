import { findProgram } from './find-program.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']
const SHELL = 'chromium-headless-shell'

/** The Chromium that shows all a person sees: CHROMIUM_PATH, else the first known name on the PATH, else undefined. */
export const findChromium = (env = process.env) => env.CHROMIUM_PATH || findProgram(NAMES, env)

/** What drives stories that print nothing: Chromium without windows and without its viewer of PDFs takes a fifth less; else as above. */
export const findHeadlessShell = (env = process.env) => env.CHROMIUM_PATH || findProgram([SHELL], env) || findChromium(env)

/** Playwright's own list of disabled features, repeated because Chromium honours only the last switch of a kind. */
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

/** Hidden pages of the address bar that Chromium loads for each new window, at half a second of CPU time. */
const HIDDEN_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** Switches with which tests start Chromium: no sandbox as root, no GPU, no requests of its own. */
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
