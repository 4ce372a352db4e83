import { randomInt } from 'node:crypto'
import { dammDigit } from '../../../contract/core/pin.ts'

export function wrongPin(): string {
  const digits = Array.from({ length: 15 }, () => randomInt(10)).join('')
  return `${digits}${dammDigit(digits)}`
}
