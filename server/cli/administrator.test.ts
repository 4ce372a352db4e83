import { expect, it } from 'vitest'
import { proofsOf } from './administrator.ts'

it.each([
  [1, null, 'passkey'],
  [0, 'firm', 'account (firm)'],
  [2, 'firm', 'passkey, account (firm)'],
  [0, null, 'no passkey or account'],
])(
  'an administrator with %i passkeys and the account %s is listed with: %s',
  (passkeys, account, proofs) => {
    expect(proofsOf({ passkeys, account })).toBe(proofs)
  },
)
