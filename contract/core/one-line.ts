export const BREAKS_LINE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u
/** These characters can make "fdp.exe" look like "exe.pdf". */
export const TURNS_DIRECTION = /[\u202A-\u202E\u2066-\u2069]/u

export const isOneLine = (text: string): boolean =>
  !BREAKS_LINE.test(text) && !TURNS_DIRECTION.test(text)
