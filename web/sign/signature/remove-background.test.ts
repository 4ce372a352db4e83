import { describe, expect, it } from 'vitest'
import { inkBounds, paperOf, removeBackground, type SignaturePixels } from './remove-background.ts'

type Rgba = readonly [number, number, number, number]

function photo(paper: Rgba, ink: Rgba, noise = 0): SignaturePixels {
  const data = new Uint8ClampedArray(20 * 20 * 4)
  for (let place = 0; place < 400; place += 1) {
    const [x, y] = [place % 20, Math.floor(place / 20)]
    const color = x >= 6 && x < 14 && y >= 6 && y < 14 ? ink : paper
    const off = ((place * 7) % 5) - 2
    data.set([...color.slice(0, 3).map((value) => value + (off * noise) / 2), color[3]], place * 4)
  }
  return { data, width: 20, height: 20 }
}

const opacityAt = ({ data }: SignaturePixels, x: number, y: number) => data[(y * 20 + x) * 4 + 3]

describe('the background of a seal', () => {
  it('is removed for any paper, and the seal keeps its colour', () => {
    for (const paper of [
      [255, 255, 255, 255],
      [238, 232, 214, 255],
      [120, 120, 120, 255],
    ] as const) {
      const pixels = photo(paper, [200, 30, 20, 255], 8)
      removeBackground(pixels, 0.12)
      expect(inkBounds(pixels), String(paper)).toEqual({ x: 6, y: 6, width: 8, height: 8 })
      expect(opacityAt(pixels, 0, 0)).toBe(0)
      expect(opacityAt(pixels, 10, 10)).toBe(255)
      expect(pixels.data[(10 * 20 + 10) * 4]).toBeGreaterThan(180)
    }
  })

  it('takes more with it the higher the threshold, up to all', () => {
    const opaque = [0, 0.1, 0.3, 1].map((threshold) => {
      const pixels = photo([255, 255, 255, 255], [220, 170, 170, 255])
      removeBackground(pixels, threshold)
      return pixels.data.filter((_, at) => at % 4 === 3).reduce((sum, value) => sum + value, 0)
    })
    expect(opaque).toEqual(opaque.toSorted((a, b) => b - a))
    expect(opaque[0]).toBe(64 * 255)
    expect(opaque.at(-1)).toBe(0)
  })

  it('leaves no pale rim: what fades has the colour of the ink', () => {
    const pixels = photo([255, 255, 255, 255], [225, 195, 195, 255])
    removeBackground(pixels, 0.14)
    const [red = 0, green = 0, , opacity = 0] = pixels.data.slice((10 * 20 + 10) * 4)
    expect(opacity).toBeGreaterThan(0)
    expect(opacity).toBeLessThan(255)
    expect(green).toBeLessThan(195)
    expect(red).toBeLessThan(225)
  })

  it('that is transparent already stays so, with the seal as it is', () => {
    const pixels = photo([0, 0, 0, 0], [255, 255, 255, 255])
    const before = pixels.data.slice()
    expect(paperOf(pixels)).toBeUndefined()
    removeBackground(pixels, 0.9)
    expect(pixels.data).toEqual(before)
  })

  it('has no bounds where nothing is seen', () => {
    expect(inkBounds(photo([0, 0, 0, 0], [0, 0, 0, 0]))).toBeUndefined()
  })
})
