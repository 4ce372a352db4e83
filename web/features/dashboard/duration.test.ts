import { expect, test } from 'vitest'
import { translator } from '../../lib/i18n.ts'
import dashboard from '../../locales/ko/dashboard.json' with { type: 'json' }
import { durationText } from './duration.ts'

const t = translator('ko', { dashboard })

test.each([
  [0, '0초'],
  [0.2, '1초'],
  [59.4, '59초'],
  [59.6, '1분'],
  [200, '3분 20초'],
  [3_599, '59분 59초'],
  [3_600, '1시간'],
  [7_199, '2시간'],
  [15_120, '4시간 12분'],
  [4_320_000, '1,200시간'],
])('%d seconds are %s', (seconds, text) => {
  expect(durationText(seconds, t)).toBe(text)
})
