const LETTERS = 26
const FIRST = 65

/** Returns A to Z, then AA and so on. @param ordinal counted from 1 */
export const groupCode = (ordinal: number): string => {
  const rest = (ordinal - 1) % LETTERS
  const before = Math.floor((ordinal - 1) / LETTERS)
  return `${before === 0 ? '' : groupCode(before)}${String.fromCharCode(FIRST + rest)}`
}
