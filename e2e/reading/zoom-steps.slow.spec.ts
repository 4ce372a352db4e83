import {
  density,
  drawn,
  gaps,
  pointIn,
  SHARP,
  sheetWidth,
  spotAt,
  story,
  watchWhole,
  windowScale,
  zoomOf,
} from '../support/reading-room.ts'
import { expect } from '../support/server-fixture.ts'

story(
  'ten steps in and out; while a sharper image is on its way the old one stays [zoom-steps]',
  async ({ reading: { page, show } }) => {
    const panel = await show('계약서.pdf')
    await drawn(panel, 1)
    await watchWhole(page)
    const fit = await sheetWidth(panel)
    for (let steps = 0; steps < 10; steps += 1)
      await panel.getByRole('button', { name: '확대' }).click()
    await expect.poll(async () => (await sheetWidth(panel)) / fit).toBeCloseTo(4, 1)
    await expect.poll(() => density(panel)).toBeGreaterThanOrEqual(SHARP)
    for (let steps = 0; steps < 20; steps += 1)
      await panel.getByRole('button', { name: '축소' }).click()
    await expect.poll(async () => (await sheetWidth(panel)) / fit).toBeCloseTo(0.25, 1)
    await expect.poll(() => density(panel)).toBeGreaterThanOrEqual(SHARP)
    expect(await gaps(page)).toBe(0)
  },
)

story(
  'the wheel with Ctrl zooms the pages about the pointer, not the window',
  async ({ reading: { page, show } }) => {
    const panel = await show('계약서.pdf')
    await drawn(panel, 1)
    const at = await pointIn(panel, 0.3, 0.4)
    const [before, scale] = [await spotAt(panel, at), await windowScale(page)]
    const zoom = await zoomOf(panel)
    await page.mouse.move(at.x, at.y)
    await page.keyboard.down('Control')
    for (let turns = 1; turns <= 4; turns += 1) {
      const last = await zoomOf(panel)
      await page.mouse.wheel(0, -100)
      await expect.poll(() => zoomOf(panel)).toBeGreaterThan(last)
    }
    await page.keyboard.up('Control')
    expect(await zoomOf(panel)).toBeGreaterThan(2 * zoom)
    const after = await spotAt(panel, at)
    expect(Math.abs(after.x - before.x)).toBeLessThan(0.01)
    expect(Math.abs(after.y - before.y)).toBeLessThan(0.01)
    expect(await windowScale(page)).toEqual(scale)
  },
)
