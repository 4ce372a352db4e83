/** The Chromium that shows all a person sees, or undefined where there is none. */
export function findChromium(env?: NodeJS.ProcessEnv): string | undefined
/** What drives stories that print nothing, or undefined where there is none. */
export function findHeadlessShell(env?: NodeJS.ProcessEnv): string | undefined
/** Switches with which tests start Chromium. */
export const CHROMIUM_ARGUMENTS: string[]
