/** A Hangul keyboard may report its own letter. */
export const FIND_KEYS: readonly string[] = ['f', 'F', 'ㄹ']
