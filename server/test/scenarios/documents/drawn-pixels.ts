import sharp from 'sharp'
import { expect } from 'vitest'
import type { createRenderPool, RenderSource } from '../../../workers/render/index.ts'

export interface DrawnPixels {
  readonly width: number
  readonly height: number
  /** The position is in shares of width and height. */
  at(x: number, y: number): number[]
  readonly inked: number
}

export type DrawPixels = (
  source: RenderSource,
  width: number,
  page?: number,
) => Promise<DrawnPixels>

export const drawerOf =
  (pool: Awaited<ReturnType<typeof createRenderPool>>): DrawPixels =>
  async (source, width, page = 1) => {
    const image = await pool.renderPage(source, {
      page,
      width,
      priority: 'visible',
      mark: 'unmarked',
    })
    const { data, info } = await sharp(image.bytes).raw().toBuffer({ resolveWithObject: true })
    expect({ ...info }).toMatchObject({ width: image.width, height: image.height, channels: 3 })
    let dark = 0
    for (let at = 1; at < data.length; at += 3) if ((data[at] ?? 255) < 128) dark += 1
    return {
      width: info.width,
      height: info.height,
      at: (x, y) => {
        const offset = 3 * (Math.floor(y * info.height) * info.width + Math.floor(x * info.width))
        return [...data.subarray(offset, offset + 3)]
      },
      inked: dark / (info.width * info.height),
    }
  }

export const near = (color: number[]) => color.map((channel) => expect.closeTo(channel, -1.2))
export const RED = near([255, 0, 0])
export const WHITE = near([255, 255, 255])

export const renderFailure = (code: string) =>
  expect.objectContaining({ name: 'RenderError', code })
