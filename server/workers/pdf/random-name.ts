import { randomInt } from 'node:crypto'

/** Names of PDF itself begin with a capital letter, so that none of these is one of them. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const LENGTH = 8

/** A name for something on pages that nobody can foretell, so that neither a page calls it by chance nor a program finds it by habit. */
export const randomName = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
