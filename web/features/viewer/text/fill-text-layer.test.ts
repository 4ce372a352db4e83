import { expect, test } from 'vitest'
import { runTransform } from './fill-text-layer.ts'

const RUN = { text: '계약', x: 72, y: 100, width: 40, height: 20 }

test('a run is put at its place and stretched to its width and height', () => {
  expect(runTransform(RUN, 200)).toBe('translate(72px, 100px) rotate(0deg) scale(0.2, 0.2)')
})

test('a run that is turned is turned about its corner before it is stretched', () => {
  expect(runTransform({ ...RUN, angle: 90 }, 80)).toBe(
    'translate(72px, 100px) rotate(90deg) scale(0.5, 0.2)',
  )
})

test('what has no width of its own is not stretched to infinity', () => {
  expect(runTransform(RUN, 0)).toContain('scale(1, 0.2)')
})
