import { expect, test } from 'vitest'
import { NO_PROTECTION, protectionOf, strengthOf } from './protection.ts'

const passphrase = 'correct horse battery'

test('an archive is protected as it was chosen, by a passphrase that was typed twice or a key that can be one', () => {
  expect(protectionOf({ ...NO_PROTECTION, passphrase })).toEqual({ protection: null })
  expect(
    protectionOf({ ...NO_PROTECTION, kind: 'passphrase', passphrase, again: passphrase }),
  ).toEqual({
    protection: { kind: 'passphrase', passphrase },
  })
  const recipient = `age1${'q'.repeat(58)}`
  expect(protectionOf({ ...NO_PROTECTION, kind: 'age', recipient: ` ${recipient}\n` })).toEqual({
    protection: { kind: 'age', recipient },
  })
})

test('what is too short, typed differently or no key is not sent', () => {
  const entry = { ...NO_PROTECTION, kind: 'passphrase' } as const
  expect(protectionOf({ ...entry, passphrase: 'short', again: 'short' })).toEqual({
    wrong: 'passphrase',
  })
  expect(protectionOf({ ...entry, passphrase: ' '.repeat(20), again: ' '.repeat(20) })).toEqual({
    wrong: 'passphrase',
  })
  expect(protectionOf({ ...entry, passphrase, again: `${passphrase} ` })).toEqual({
    wrong: 'again',
  })
  expect(protectionOf({ ...NO_PROTECTION, kind: 'age', recipient: 'AGE-SECRET-KEY-1QQQ' })).toEqual(
    { wrong: 'recipient' },
  )
  expect(protectionOf({ ...NO_PROTECTION, kind: 'age' })).toEqual({ wrong: 'recipient' })
})

test('repeating letters makes a passphrase longer, not strong', () => {
  expect(strengthOf('aaaaaaaaaaaaaaaaaaaaaaaa')).toBe('weak')
  expect(strengthOf('123456789012')).toBe('weak')
  expect(strengthOf('correct horse')).toBe('weak')
  expect(strengthOf(passphrase)).toBe('fair')
  expect(strengthOf('zebra-92 Quilt, moon fjord')).toBe('strong')
})
