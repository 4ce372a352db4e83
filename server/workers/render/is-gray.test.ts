import { expect, test } from 'vitest'
import { isGray } from './is-gray.ts'

const bitmap = (data: Uint8Array) => ({ data, width: data.length / 3, height: 1 })

test.each([3, 6, 9, 12, 15, 36, 39, 1_200])(
  'a colored pixel is found anywhere in %i bytes, also in memory that is not aligned',
  (length) => {
    for (const offset of [0, 1, 2, 4]) {
      const data = new Uint8Array(length + offset).fill(255).subarray(offset)
      expect(isGray(bitmap(data))).toBe(true)
      for (let at = 0; at < length; at += 1) {
        const kept = data[at] ?? 0
        data[at] = 254
        expect(isGray(bitmap(data)), `${at} of ${length} behind ${offset}`).toBe(false)
        data[at] = kept
      }
      for (let at = 0; at < length; at += 3) data.fill(at % 256, at, at + 3)
      expect(isGray(bitmap(data))).toBe(true)
    }
  },
)
