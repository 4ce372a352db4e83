export function findChromium(env?: NodeJS.ProcessEnv): string | undefined
export function findHeadlessShell(env?: NodeJS.ProcessEnv): string | undefined
export const CHROMIUM_ARGUMENTS: string[]
