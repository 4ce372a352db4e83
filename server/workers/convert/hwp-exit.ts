export const HWP_EXIT = { locked: 10, broken: 11, tooLarge: 12 } as const

/** Pages take memory until all are written. */
export const MAX_PAGES = 3_000

/** The engine reports locks only as text. */
export const isLockedMessage = (message: string): boolean =>
  /비밀번호|암호|password|encrypt/i.test(message)
