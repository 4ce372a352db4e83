import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { loadApp } from '../../../test/app.tsx'
import { openFilledRoom } from '../../../test/filled-room.ts'
import { row } from '../../../test/steps.ts'

const topOf = (name: string) => Math.round(row(name).element().getBoundingClientRect().top)

test.each([
  [1440, 'ko'],
  [900, 'ko'],
  [390, 'ko'],
  [1440, 'en'],
  [900, 'en'],
] as const)(
  'no row moves when items are selected, and all of the bar and of the way stays in sight, at %i px, %s',
  async (width, language) => {
    await page.viewport(width, 900)
    const { ids } = await openFilledRoom()
    localStorage.setItem('language', language)
    const app = await loadApp('/admin/upload')
    await expect.element(row('확인서.pdf')).toBeVisible()
    const before = topOf('확인서.pdf')
    const box = row('확인서.pdf').getByRole('checkbox')
    await box.click()
    const bar = page.getByCss('.selection-bar')
    await expect.element(bar).toBeVisible()
    expect(topOf('확인서.pdf')).toBe(before)
    const edges = () => {
      const all = [...bar.element().querySelectorAll('button')].map((each) =>
        each.getBoundingClientRect(),
      )
      const { height, top } = bar.element().getBoundingClientRect()
      const crumb = document.querySelector('.crumb-current')?.getBoundingClientRect()
      const start = width < 768 ? width : Math.min(...all.map(({ left }) => left))
      return {
        isInside: all.every(({ left, right }) => left >= 0 && right <= width),
        isOneLine: height < 60,
        isPathInSight:
          crumb !== undefined && crumb.width > 40 && (crumb.right <= start || crumb.bottom <= top),
      }
    }
    await expect.poll(edges).toEqual({ isInside: true, isOneLine: true, isPathInSight: true })
    await box.click()
    await expect.element(bar).not.toBeInTheDocument()
    expect(topOf('확인서.pdf')).toBe(before)

    await box.click()
    await app.go(`/admin/upload?folder=${ids['01 계약']}`)
    await row('부속합의서.pdf').getByRole('checkbox').click()
    await expect.element(page.getByCss('.selection-places')).toBeVisible()
    await expect.poll(edges).toEqual({ isInside: true, isOneLine: true, isPathInSight: true })
    // The tools of this width stand below the path, so the bar takes nothing from it.
    if (width === 900) await expect.element(page.getByCss('.crumbs li:first-child')).toBeVisible()
  },
)

test('on a phone the bar stands above what floats at the lower edge', async () => {
  await page.viewport(390, 600)
  await openFilledRoom()
  const { style } = document.documentElement
  // The card of uploads says its height here.
  style.setProperty('--upload-card-room', '90px')
  await row('안내문.pdf').getByRole('checkbox').click()
  const bar = page.getByCss('.selection-bar')
  await expect.element(bar).toBeVisible()
  expect(bar.element().getBoundingClientRect().bottom).toBe(510)
  style.removeProperty('--upload-card-room')
})
