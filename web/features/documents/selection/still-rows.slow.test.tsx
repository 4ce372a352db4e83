import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openFilledRoom } from '../../../test/filled-room.ts'
import { row } from '../../../test/steps.ts'

const topOf = (name: string) => Math.round(row(name).element().getBoundingClientRect().top)

test.each([1440, 900, 390])('no row moves when the first item is selected or the last one is not any more, at %i px', async (width) => {
  await page.viewport(width, 900)
  await openFilledRoom()
  await expect.element(row('확인서.pdf')).toBeVisible()
  const before = topOf('확인서.pdf')
  const box = row('확인서.pdf').getByRole('checkbox')
  await box.click()
  const bar = page.getByRole('toolbar', { name: '선택한 항목 작업' })
  await expect.element(bar).toBeVisible()
  expect(topOf('확인서.pdf')).toBe(before)
  const { left, right, height } = bar.element().getBoundingClientRect()
  expect([left >= 0, right <= width, height < 60]).toEqual([true, true, true])
  await box.click()
  await expect.element(bar).not.toBeInTheDocument()
  expect(topOf('확인서.pdf')).toBe(before)
})
