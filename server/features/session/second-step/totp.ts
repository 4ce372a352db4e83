import { createHmac, timingSafeEqual } from 'node:crypto'

/** Every app supports RFC 6238's values. */
const STEP_MS = 30_000
const DIGITS = 6
/** Phone clocks differ, so one step before and after is accepted. */
const TOLERANCE = 1
export const SECRET_BYTES = 20

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const stepAt = (at: Date): number => Math.floor(at.getTime() / STEP_MS)

/** RFC 4226 defines the code of one step. */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** @returns the step of a code that is valid and newer than the last one used */
export function matchingStep(
  secret: Buffer,
  code: string,
  { at, last }: { readonly at: Date; readonly last: number },
): number | undefined {
  const now = stepAt(at)
  const steps = Array.from({ length: 2 * TOLERANCE + 1 }, (_, index) => now - TOLERANCE + index)
  // Every step is compared, even after a match.
  const found = steps.filter((step) =>
    timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code)),
  )
  return found.find((step) => step > last)
}

export function parseAppCode(text: string): string | undefined {
  const digits = text.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}

/** RFC 4648 padding is unnecessary for 20 bytes. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('')
}

/** @param account names person and room */
export function otpauthUri(key: string, account: string): string {
  const issuer = 'Sealroom'
  const label = [issuer, account].map(encodeURIComponent).join(':')
  return `otpauth://totp/${label}?secret=${key}&issuer=${issuer}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1_000}`
}
