import type { CDPSession, Locator, Page } from '@playwright/test'
import {
  density,
  drawn,
  gaps,
  pagesOf,
  pointIn,
  SHARP,
  sheetWidth,
  spotAt,
  story,
  watchWhole,
  windowScale,
} from '../support/reading-room.ts'
import { expect } from '../support/server-fixture.ts'

function tilesOf(page: Page): number[] {
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('tile=')) statuses.push(response.status())
  })
  return statuses
}

async function zoomIn(panel: Locator): Promise<void> {
  const larger = panel.getByRole('button', { name: '확대' })
  for (let steps = 0; steps < 10; steps += 1) await larger.click()
  await expect(larger).toHaveAttribute('aria-disabled', 'true')
}

story.describe('on a screen of twice the density', () => {
  story.use({ device: { deviceScaleFactor: 2 } })
  story.slow()

  story(
    'the largest pages are as sharp as the screen wherever one looks, and never without an image',
    async ({ reading: { page, show } }) => {
      const tiles = tilesOf(page)
      const panel = await show('계약서.pdf')
      await drawn(panel, 1)
      await panel.getByRole('button', { name: '전체 화면' }).click()
      await expect.poll(() => density(panel)).toBeGreaterThanOrEqual(SHARP)
      expect(tiles).toEqual([])

      await watchWhole(page)
      const fit = await sheetWidth(panel)
      await zoomIn(panel)
      const view = pagesOf(panel)
      for (const [x, y] of [
        [0, 0],
        [1, 0],
        [0.4, 0.1],
        [0, 0.2],
        [1, 0.3],
        [0.5, 0.15],
      ] as const) {
        await view.evaluate(
          (element, to) =>
            element.scrollTo(to.x * element.scrollWidth, to.y * element.scrollHeight),
          { x, y },
        )
        await expect.poll(() => density(panel)).toBeGreaterThanOrEqual(SHARP)
      }
      expect(await gaps(page)).toBe(0)
      expect(new Set(tiles)).toEqual(new Set([200]))
      expect(tiles.length).toBeLessThan(6 * 40)

      await page.keyboard.press('Control+0')
      await expect.poll(() => sheetWidth(panel)).toBe(fit)
      await expect(panel.locator('.viewer-tile')).toHaveCount(0)
      await expect.poll(() => density(panel)).toBeGreaterThanOrEqual(SHARP)
      expect(await gaps(page)).toBe(0)
    },
  )

  story('pages that are turned are as sharp', async ({ reading: { page, show } }) => {
    const panel = await show('계약서.pdf')
    await drawn(panel, 1)
    await panel.getByRole('button', { name: '전체 화면' }).click()
    const view = panel.getByRole('button', { name: /^\d+% 보기$/ })
    await zoomIn(panel)
    for (let quarters = 1; quarters < 3; quarters += 1) {
      await view.click()
      await page.getByRole('menuitem', { name: '오른쪽으로 회전', exact: true }).click()
      await pagesOf(panel).evaluate((element) =>
        element.scrollTo(0.3 * element.scrollWidth, 0.05 * element.scrollHeight),
      )
      await expect.poll(() => density(panel)).toBeGreaterThanOrEqual(SHARP)
      expect(await panel.locator('.viewer-tile').count()).toBeGreaterThan(3)
    }
  })
})

story.describe('by fingers', () => {
  story.use({ device: { hasTouch: true, viewport: { width: 820, height: 1_000 } } })

  type Finger = { readonly x: number; readonly y: number }

  async function touch(
    client: CDPSession,
    ...frames: readonly (readonly Finger[])[]
  ): Promise<void> {
    for (const [index, touchPoints] of frames.entries())
      await client.send('Input.dispatchTouchEvent', {
        type: index === 0 ? 'touchStart' : 'touchMove',
        touchPoints: [...touchPoints],
      })
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

  const pinch = ({ x, y }: Finger, from: number, to: number): Finger[][] =>
    Array.from({ length: 11 }, (_, step) => {
      const half = (from + ((to - from) * step) / 10) / 2
      return [
        { x: x - half, y },
        { x: x + half, y },
      ]
    })

  story(
    'two zoom the pages about the point between them, not the window',
    async ({ reading: { page, show } }) => {
      const client = await page.context().newCDPSession(page)
      const panel = await show('계약서.pdf')
      await drawn(panel, 1)
      const at = await pointIn(panel, 0.4, 0.5)
      const [before, scale, fit] = [
        await spotAt(panel, at),
        await windowScale(page),
        await sheetWidth(panel),
      ]
      await touch(client, ...pinch(at, 100, 200))
      await expect.poll(async () => (await sheetWidth(panel)) / fit).toBeCloseTo(2, 1)
      const after = await spotAt(panel, at)
      expect(Math.abs(after.x - before.x)).toBeLessThan(0.01)
      expect(Math.abs(after.y - before.y)).toBeLessThan(0.01)
      await touch(client, ...pinch(at, 200, 100))
      await expect.poll(async () => (await sheetWidth(panel)) / fit).toBeCloseTo(1, 1)
      expect(await windowScale(page)).toEqual(scale)

      // Elsewhere the gesture zooms the window.
      await page.goto('about:blank')
      await touch(client, ...pinch(at, 100, 200))
      await expect.poll(async () => (await windowScale(page)).pinch).toBeGreaterThan(1)
    },
  )

  story('one scrolls the pages and zooms nothing', async ({ reading: { page, show } }) => {
    const client = await page.context().newCDPSession(page)
    const panel = await show('계약서.pdf')
    await drawn(panel, 1)
    const view = pagesOf(panel)
    const [scale, fit] = [await windowScale(page), await sheetWidth(panel)]
    expect(await view.evaluate((element) => element.scrollTop)).toBe(0)
    const { x, y } = await pointIn(panel, 0.5, 0.8)
    await touch(client, ...Array.from({ length: 11 }, (_, step) => [{ x, y: y - 40 * step }]))
    await expect.poll(() => view.evaluate((element) => element.scrollTop)).toBeGreaterThan(200)
    expect(await sheetWidth(panel)).toBe(fit)
    expect(await windowScale(page)).toEqual(scale)
  })
})
