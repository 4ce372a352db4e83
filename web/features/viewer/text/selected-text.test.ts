import { expect, test } from 'vitest'
import { cleanLines } from './selected-text.ts'

test('lines lose the spaces at their ends, and words the hyphens that parted them', () => {
  expect(cleanLines('비밀유지 \n계약서 ')).toBe('비밀유지\n계약서')
  expect(cleanLines('confi\u00AD\ndential')).toBe('confidential')
  expect(cleanLines('\u1112\u1161\u11ab')).toBe('한')
})
