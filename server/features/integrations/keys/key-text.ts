import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Secret scanners need prefix, length and checksum. Without `-`, a double click selects the key. */
const PREFIX = 'srk_'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KEY_BYTES = 32
const DRAWN_DIGITS = 43
const CHECK_DIGITS = 6
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${DRAWN_DIGITS + CHECK_DIGITS}}$`)

function inBase62(value: bigint, digits: number): string {
  let [left, text] = [value, '']
  for (let place = 0; place < digits; place += 1) {
    text = `${ALPHABET[Number(left % 62n)]}${text}`
    left /= 62n
  }
  return text
}

const checkOf = (drawn: string): string => inBase62(BigInt(crc32(drawn)), CHECK_DIGITS)

/** A key has 256 random bits. */
export function drawKey(): string {
  const drawn = inBase62(BigInt(`0x${randomBytes(KEY_BYTES).toString('hex')}`), DRAWN_DIGITS)
  return `${PREFIX}${drawn}${checkOf(drawn)}`
}

/** Invented keys need no query. */
export function isKeyText(text: string): boolean {
  const drawn = text.slice(PREFIX.length, -CHECK_DIGITS)
  return SHAPE.test(text) && text.endsWith(checkOf(drawn))
}
