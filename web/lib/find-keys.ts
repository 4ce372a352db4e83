/** With Control or Command these keys find something. A Hangul keyboard may tell of the letter that it would write. */
export const FIND_KEYS: readonly string[] = ['f', 'F', 'ㄹ']
