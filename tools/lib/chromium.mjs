import { findProgram } from './find-program.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']
const SHELL = 'chromium-headless-shell'

export const findChromium = (env = process.env) => env.CHROMIUM_PATH || findProgram(NAMES, env)

/** Stories take a fifth less time. */
export const findHeadlessShell = (env = process.env) =>
  env.CHROMIUM_PATH || findProgram([SHELL], env) || findChromium(env)

/** Chromium honors only the last such switch. */
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

/** Hidden pages cost half a second per window. */
const HIDDEN_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** Root cannot use the sandbox, and Chromium must send no own requests. */
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
