import { expect, test } from 'vitest'
import { networksIn, wrongNetworks } from './networks.ts'

test('networks stand on lines or between commas, each once', () => {
  expect(networksIn(' 203.0.113.0/24\n203.0.113.0/24, 2001:db8::/32;10.0.0.1\n')).toEqual([
    '203.0.113.0/24',
    '2001:db8::/32',
    '10.0.0.1',
  ])
  expect(networksIn(' \n')).toEqual([])
})

test('what is no address or range is named', () => {
  const right = ['0.0.0.0/0', '10.0.0.1', '::1', 'fe80::/10']
  const wrong = ['300.1.1.1', '10.0.0.0/33', '10.0.0', 'office', '2001:db8::/129']
  expect(wrongNetworks([...right, ...wrong])).toEqual(wrong)
})
