/** How the Hangul program ends where it makes no PDF. */
export const HWP_EXIT = { locked: 10, broken: 11, tooLarge: 12 } as const

/** No real document has more; each page costs memory until the last one is written. */
export const MAX_PAGES = 3_000

/** The engine says that a document has a password in words only. */
export const isLockedMessage = (message: string): boolean => /비밀번호|암호|password|encrypt/i.test(message)
