import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contrastOf,
  fromOklch,
  GROUND_COLORS,
  GROUNDS,
  LEAST_CONTRAST,
  leastContrast,
  nearestReadable,
} from './contrast.ts'

const tokens =
  fs
    .readFileSync(path.resolve(import.meta.dirname, '../../web/ui/tokens.css'), 'utf8')
    .split('@media')[0] ?? ''

const COLOR = String.raw`(oklch\([^)]*\)|#[0-9a-f]+)`

function hexOf(written: string): string {
  const [, lightness, chroma, hue] = /oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/.exec(written) ?? []
  if (lightness === undefined)
    return written.length === 4 ? written.replace(/[0-9a-f]/g, '$&$&') : written
  return fromOklch(Number(lightness) / 100, Number(chroma), Number(hue))
}

function token(name: string): readonly string[] {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\(${COLOR}, ${COLOR}\\)`).exec(tokens) ?? []
  return [hexOf(light), hexOf(dark)]
}

describe('the contrast of colours', () => {
  it('is that of WCAG', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrastOf('#767676', '#ffffff')).toBeGreaterThan(4.5)
    expect(contrastOf('#777777', '#ffffff')).toBeLessThan(4.5)
  })

  it('is measured against the surfaces of the interface as they are', () => {
    const surfaces = ['bg', 'bg-tint', 'bg-sunk', 'surface', 'float', 'select', 'hover'].map(token)
    for (const [index, ground] of GROUNDS.entries()) {
      expect(new Set(surfaces.map((pair) => pair[index]))).toEqual(
        new Set(GROUND_COLORS[ground].surfaces),
      )
      expect(token('on-primary')[index]).toBe(GROUND_COLORS[ground].buttonText)
      expect(leastContrast(token('primary')[index] ?? '', ground)).toBeGreaterThan(LEAST_CONTRAST)
    }
  })

  it('has a nearest colour that passes, which is the colour itself where it passes', () => {
    const hex = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(hex, fc.constantFrom(...GROUNDS), (color, ground) => {
        const nearest = nearestReadable(color, ground)
        expect(leastContrast(nearest, ground)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
        expect(nearest === color).toBe(leastContrast(color, ground) >= LEAST_CONTRAST)
        expect(nearestReadable(nearest, ground)).toBe(nearest)
      }),
      { numRuns: 200 },
    )
    expect(nearestReadable('#ff7a00', 'light')).not.toBe('#000000')
  })
})
