import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { log, openHistory, watchedRoom } from '../../../test/history.ts'
import '../../../test/locating.ts'

test('on phones what a list is filtered by is behind a button that counts it, and the list has two thirds of the window', async () => {
  const { wire } = await watchedRoom()
  await page.viewport(390, 844)
  await openHistory(wire, '?from=2020-01-01')
  const bar = page.getByCss('.activity-filter')
  const first = bar.getByLabelText('시작일')
  const fold = bar.getByRole('button', { name: /^필터/ })
  await expect.element(fold).toHaveTextContent(/^필터1$/)
  await expect.element(first).not.toBeVisible()
  expect(log().element().getBoundingClientRect().top).toBeLessThanOrEqual(844 / 3)

  await fold.click()
  await expect.element(fold).toHaveAttribute('aria-expanded', 'true')
  await expect.element(first).toHaveValue('2020-01-01')
  await expect.element(first).toBeVisible()
  await bar.getByRole('button', { name: '조건 지우기' }).click()
  await expect.element(fold).toHaveTextContent(/^필터$/)
  await expect.element(first).toHaveValue('')
})
