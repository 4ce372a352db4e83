import { findProgram } from './find-program.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']
const SHELL = 'chromium-headless-shell'

/** The Chromium that shows all a person sees: CHROMIUM_PATH, else the first known name on the PATH, else undefined. */
export const findChromium = (env = process.env) => env.CHROMIUM_PATH || findProgram(NAMES, env)

/** What drives stories that print nothing: Chromium without windows and without its viewer of PDFs takes a fifth less; else as above. */
export const findHeadlessShell = (env = process.env) => env.CHROMIUM_PATH || findProgram([SHELL], env) || findChromium(env)
