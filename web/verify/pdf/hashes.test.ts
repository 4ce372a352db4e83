import { expect, it } from 'vitest'
import { hashesIn } from './hashes.ts'

it('hashes are found as mails and programs write them, and nothing that is longer or shorter', () => {
  const hash = '0123456789abcdef'.repeat(4)
  const pairs = hash.match(/../g) ?? []
  for (const text of [
    hash,
    hash.toUpperCase(),
    pairs.join(':'),
    pairs.join(' '),
    `SHA-256: ${hash}.`,
    `> ${hash.slice(0, 32)}\n${hash.slice(32)}`,
  ])
    expect(hashesIn(text), text).toEqual([hash])
  expect(hashesIn(`${hash}\n\n지문: ${'f'.repeat(64)}`)).toEqual([hash, 'f'.repeat(64)])
  for (const text of ['', hash.slice(1), `${hash}0`, 'SHA-256'])
    expect(hashesIn(text), text).toEqual([])
})
