/** Control characters, separators of lines and halves of surrogate pairs: no name and no title has them, since each is one line of text. */
export const BREAKS_LINE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u
/** Overrides and isolates turn the reading direction, so that "fdp.exe" can look like "exe.pdf", and one person like another. */
export const TURNS_DIRECTION = /[\u202A-\u202E\u2066-\u2069]/u

/** Whether a text is one line that reads as it is spelled: the rule for names of files and of people, and for titles. */
export const isOneLine = (text: string): boolean => !BREAKS_LINE.test(text) && !TURNS_DIRECTION.test(text)
