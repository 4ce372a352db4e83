/** The Chromium that the browser tests drive, or undefined where there is none. */
export function findChromium(env?: NodeJS.ProcessEnv): string | undefined
