import type { Locator, Page } from '@playwright/test'
import { sessionOf } from '../support/furnished-room.ts'
import { expect, test } from '../support/server-fixture.ts'
import { message, row } from '../support/steps.ts'

const follow = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

const notFound = (page: Page): Locator =>
  page.getByRole('heading', { name: '페이지를 찾을 수 없습니다.' })

test('an unknown address that is followed without a reload says so, breaks nothing, and leads home, logged in or not', async ({
  page,
  url,
  app,
  openBrowser,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('textbox', { name: 'PIN' })).toBeVisible()
  await follow(page, '/no/such/place')
  await expect(notFound(page)).toBeVisible()
  await page.getByRole('link', { name: '처음으로' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('textbox', { name: 'PIN' })).toBeVisible()

  const reader = await (
    await openBrowser({ session: await sessionOf(url, app.reader.pin) })
  ).newPage()
  await reader.goto('/')
  await expect(row(reader, '안내문.pdf')).toBeVisible()
  await follow(reader, '/admin/nothing')
  await expect(notFound(reader)).toBeVisible()
  await expect(reader).toHaveTitle('404 - Data Room')
  await reader.getByRole('link', { name: '처음으로' }).click()
  await expect(row(reader, '안내문.pdf')).toBeVisible()
  await expect(message(reader)).toHaveCount(0)
})
