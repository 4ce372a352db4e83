export const BREAKS_LINE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u
/** With these, "fdp.exe" can look like "exe.pdf". */
export const TURNS_DIRECTION = /[\u202A-\u202E\u2066-\u2069]/u

/** Rule for names and titles. */
export const isOneLine = (text: string): boolean => !BREAKS_LINE.test(text) && !TURNS_DIRECTION.test(text)
