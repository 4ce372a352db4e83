import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { invite, newRoom, openApp } from '../../../test/app.tsx'
import '../../../test/locating.ts'

test('on phones the switches of the columns are whole and stand over those of the people, in either language', async () => {
  const { operator } = await newRoom()
  await invite(operator)
  await openApp('/admin/invitation', operator)
  await expect.element(page.getByRole('heading', { name: '사용자 초대', level: 1 })).toBeVisible()
  localStorage.setItem('language', 'en')
  dispatchEvent(new StorageEvent('storage', { key: 'language' }))
  await expect.element(page.getByText('2 people')).toBeVisible()
  for (const width of [390, 320]) {
    await page.viewport(width, 844)
    const lefts = (selector: string) =>
      page
        .getByCss(selector)
        .elements()
        .map((each) => Math.round(each.getBoundingClientRect().left))
    await expect.poll(() => lefts('.members-column .switch')).toHaveLength(3)
    expect(lefts('.member:first-child .member-right .switch'), `${width}`).toEqual(
      lefts('.members-column .switch'),
    )
    for (const head of page.getByCss('.members-column').elements()) {
      const { right } = head.getBoundingClientRect()
      for (const part of head.querySelectorAll('*'))
        expect(part.getBoundingClientRect().right, `${width}`).toBeLessThanOrEqual(right + 0.5)
      expect(right).toBeLessThanOrEqual(width)
    }
  }
})
