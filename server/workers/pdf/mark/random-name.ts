import { randomInt } from 'node:crypto'

/** PDF's own names start with a capital letter. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const LENGTH = 8

/** Returns an unpredictable name, so no page uses it by chance and no program finds it. */
export const randomName = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
