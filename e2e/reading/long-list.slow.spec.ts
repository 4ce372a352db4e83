import type { Page } from '@playwright/test'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import {
  COUNT,
  LIST,
  NAMES,
  nameOf,
  open,
  reported,
  scrollTo,
  story,
} from '../support/long-list-room.ts'
import { expect } from '../support/server-fixture.ts'
import { answer, focused, list, row } from '../support/steps.ts'

const drawnNames = (page: Page) =>
  list(page)
    .locator('.items-row')
    .evaluateAll((rows) =>
      rows
        .map((each) => ({
          at: Number(each.getAttribute('data-index')),
          name: each.querySelector('[data-name]')?.textContent,
        }))
        .sort((one, other) => one.at - other.at),
    )

story(
  'a window that cannot be had says so in its place and asks again; the others stay',
  async ({ operator, strictness }) => {
    const { page } = operator
    strictness.expectRefusals(/\/file\/file\/list$/)
    await open(operator)
    await page.keyboard.press('End')
    await expect(row(page, nameOf(COUNT))).toBeFocused()
    await page.route(LIST, (route) =>
      route.request().postData()?.includes('"cursor"')
        ? route.fulfill({ status: 500, body: '{}' })
        : route.fallback(),
    )
    await scrollTo(page, 10_250)
    const retry = page.getByRole('alert').getByRole('button', { name: '다시 시도' })
    await expect(retry).toBeVisible()
    await expect(row(page, '불러오지 못한 항목').nth(20)).toBeInViewport()
    await expect(list(page).locator('[aria-busy=true]')).toHaveCount(0)
    await page.keyboard.press('End')
    await expect(row(page, nameOf(COUNT))).toBeInViewport()
    await expect(retry).toHaveCount(0)
    await page.keyboard.press('Home')
    await expect(row(page, nameOf(1))).toBeFocused()

    await scrollTo(page, 10_250)
    await expect(retry).toBeVisible()
    await page.unroute(LIST)
    await retry.click()
    await expect(row(page, nameOf(10_253))).toBeVisible()
    await expect(retry).toHaveCount(0)
    await expect(row(page, '불러오지 못한 항목')).toHaveCount(0)
  },
)

story(
  'what is deleted and what comes leaves no hole and no row twice, on either side of a window',
  async ({ operator }) => {
    const { page, client, folder } = operator
    const doomed = Array.from({ length: 6 }, (_, index) => `${100_000 + 1_496} 사본 ${index}.pdf`)
    await client.upload(
      doomed.map((name) => [name, makePdf(1)]),
      folder,
    )
    await page.goto(`/admin/upload?folder=${folder}`)
    await expect(list(page)).toHaveAttribute('aria-rowcount', String(COUNT + 7))
    await scrollTo(page, 1_480)
    await row(page, doomed[0] ?? '')
      .locator('.items-size')
      .click()
    await row(page, doomed[5] ?? '')
      .locator('.items-size')
      .click({ modifiers: ['Shift'] })
    await expect(reported(page)).toHaveText('6개 선택됨')
    await page.keyboard.press('Delete')
    await answer(page, '삭제')
    await expect(reported(page), 'what is gone is not selected').toHaveText('')
    await expect(list(page)).toHaveAttribute('aria-rowcount', String(COUNT + 1))
    await client.newFolder('앞', folder)
    await expect(list(page)).toHaveAttribute('aria-rowcount', String(COUNT + 2))

    const wanted = ['앞', ...NAMES]
    for (const place of [1_460, 960, 1_980, 0]) {
      await scrollTo(page, place)
      await expect
        .poll(async () => {
          const drawn = await drawnNames(page)
          return drawn.length > 20 && drawn.every(({ at, name }) => name === wanted[at])
        })
        .toBe(true)
    }
    await expect(focused(page)).toHaveCount(1)
  },
)
