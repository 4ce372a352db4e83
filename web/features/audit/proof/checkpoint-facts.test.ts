import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { factsOf, fingerprintOf } from './checkpoint-facts.ts'

const root = Buffer.alloc(32, 0xab)
const note = [
  'sealroom/log/x',
  '1042',
  root.toString('base64'),
  '2026-11-22T09:30:00.000Z',
  '',
  `— sealroom/log/x ${Buffer.alloc(68).toString('base64')}`,
  '',
].join('\n')

test('a checkpoint says how much it covers, when, and the two ends of its root', () => {
  expect(factsOf(note)).toEqual({
    size: 1042,
    at: '2026-11-22T09:30:00.000Z',
    root: `${'ab'.repeat(6)}…${'ab'.repeat(6)}`,
  })
})

test('what is no checkpoint says nothing', () => {
  for (const other of ['', 'hello', note.replace('1042', '-1'), note.slice(0, -3)])
    expect(factsOf(other)).toBeUndefined()
})

test('the fingerprint is the SHA-256 of the key itself, in groups', async () => {
  const key = Buffer.from('0123456789abcdef0123456789abcdef')
  const fingerprint = await fingerprintOf(key.toString('base64'), globalThis.crypto.subtle)
  expect(fingerprint).toMatch(/^([0-9a-f]{4} ){15}[0-9a-f]{4}$/)
  expect(fingerprint?.replaceAll(' ', '')).toBe(createHash('sha256').update(key).digest('hex'))
})

test('without WebCrypto, or a key, there is none', async () => {
  expect(await fingerprintOf('AAAA', undefined)).toBeUndefined()
  expect(await fingerprintOf('no base64!', globalThis.crypto.subtle)).toBeUndefined()
})
