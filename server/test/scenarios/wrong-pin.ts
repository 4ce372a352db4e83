import { randomInt } from 'node:crypto'
import { dammDigit } from '../../../contract/core/pin.ts'

/** The check digit is valid. */
export function wrongPin(): string {
  const digits = Array.from({ length: 15 }, () => randomInt(10)).join('')
  return `${digits}${dammDigit(digits)}`
}
