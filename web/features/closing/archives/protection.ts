import { LIMITS } from '../../../../contract/core/limits.ts'
import type { RequestOf } from '../../../../contract/core/operation.ts'
import { AGE_RECIPIENT, type prepare } from '../../../../contract/features/archive.ts'

type Protection = RequestOf<typeof prepare>['body']['protection']

export interface ProtectionEntry {
  readonly kind: 'plain' | 'passphrase' | 'age'
  readonly passphrase: string
  readonly again: string
  readonly recipient: string
}

export const NO_PROTECTION: ProtectionEntry = {
  kind: 'plain',
  passphrase: '',
  again: '',
  recipient: '',
}

type ProtectionField = 'passphrase' | 'again' | 'recipient'

export type Protected = { readonly protection: Protection } | { readonly wrong: ProtectionField }

export function protectionOf({ kind, passphrase, again, recipient }: ProtectionEntry): Protected {
  if (kind === 'plain') return { protection: null }
  if (kind === 'age') {
    const key = recipient.trim()
    return AGE_RECIPIENT.test(key)
      ? { protection: { kind, recipient: key } }
      : { wrong: 'recipient' }
  }
  if (
    passphrase.trim().length < LIMITS.archivePassphraseMin ||
    passphrase.length > LIMITS.passwordLength
  )
    return { wrong: 'passphrase' }
  return passphrase === again ? { protection: { kind, passphrase } } : { wrong: 'again' }
}

const BITS_FOR_REPEATED = 0.5
const WEAK_BELOW = 48
const STRONG_FROM = 72

const CLASSES: readonly (readonly [RegExp, number])[] = [
  [/\d/, 10],
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[가-힣]/, 500],
  [/[^\da-zA-Z가-힣]/, 20],
]

/** The estimate knows no words, so it is only a hint. */
export function strengthOf(passphrase: string): 'weak' | 'fair' | 'strong' {
  const characters = [...passphrase]
  const variety = CLASSES.reduce(
    (sum, [pattern, size]) => sum + (pattern.test(passphrase) ? size : 0),
    1,
  )
  const distinct = new Set(characters).size
  const bits = distinct * Math.log2(variety) + (characters.length - distinct) * BITS_FOR_REPEATED
  if (bits < WEAK_BELOW) return 'weak'
  return bits < STRONG_FROM ? 'fair' : 'strong'
}
