import type { Locator, Page } from '@playwright/test'
import { drawn, NAME, sheet, story } from '../support/composing-room.ts'
import { expect } from '../support/server-fixture.ts'
import { hold } from '../support/steps.ts'

const SOURCE = /\/esign\/api\/compose\/source\/\d+(?=$|\?)/

const menu = (page: Page): Locator => page.getByRole('complementary', { name: '전자서명 메뉴' })
const preview = (page: Page): Locator =>
  page.getByRole('complementary', { name: `${NAME} 미리보기` })
const choose = (page: Page): Promise<void> => menu(page).getByRole('button', { name: NAME }).click()

async function boxOf(target: Locator) {
  const box = await target.boundingBox()
  if (!box) throw new Error('it is not shown')
  return box
}

async function scrollPast(column: Locator, first: Locator, share: number): Promise<void> {
  const [shown, around] = [await boxOf(first), await boxOf(column)]
  const by = shown.y - around.y + shown.height * share
  await column.evaluate((element, top) => element.scrollBy({ top, behavior: 'instant' }), by)
}

story(
  'dots scroll smoothly to pages, show them 114 wide, and mark the current page [compose-dots]',
  async ({ author }) => {
    await author.draft()
    const page = await author.open()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.addInitScript(() => {
      const scrollTo = Element.prototype.scrollTo
      const behaviors: unknown[] = []
      Object.assign(window, { behaviors })
      Element.prototype.scrollTo = function (this: Element, ...how: unknown[]) {
        for (const each of how)
          if (typeof each === 'object' && each !== null)
            behaviors.push(Reflect.get(each, 'behavior'))
        Reflect.apply(scrollTo, this, how)
      }
    })
    await page.goto('/compose')
    await choose(page)
    const dot = (number: number) =>
      preview(page)
        .getByRole('navigation', { name: '썸네일' })
        .getByRole('button', { name: `${number}쪽` })
    await expect(dot(1)).toHaveAttribute('aria-current', 'page')
    await dot(2).hover()
    const thumbnail = preview(page).locator('.preview-thumbnail canvas')
    await expect(thumbnail).toBeVisible()
    expect((await boxOf(thumbnail)).width).toBe(114)
    expect(await page.evaluate(() => Reflect.get(window, 'behaviors'))).not.toContain('smooth')
    await dot(3).click()
    expect(await page.evaluate(() => Reflect.get(window, 'behaviors'))).toContain('smooth')
    await expect(dot(3)).toHaveAttribute('aria-current', 'page')
    await expect(dot(1)).not.toHaveAttribute('aria-current')

    await dot(1).click()
    await expect(dot(1)).toHaveAttribute('aria-current', 'page')
    const column = preview(page).getByRole('region', { name: '문서 쪽' })
    const first = preview(page).getByRole('region', { name: '1쪽', exact: true })
    await expect(first).toBeVisible()
    await expect.poll(() => column.evaluate(({ scrollTop }) => scrollTop)).toBeLessThan(17)
    await scrollPast(column, first, 0.5 - 0.02)
    await expect(dot(1)).toHaveAttribute('aria-current', 'page')
    await scrollPast(column, first, 0.5 + 0.02)
    await expect(dot(2)).toHaveAttribute('aria-current', 'page')
  },
)

story(
  'a PDF is asked for with the bearer token alone, and is loading, failed or loaded [compose-loads]',
  async ({ author, strictness }) => {
    strictness.expectRefusals(SOURCE)
    const { templateId } = await author.draft()
    const page = await author.open()
    await page.route(SOURCE, (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'INTERNAL', message: '실패' } } }),
    )
    await page.goto(`/compose/edit/${templateId}`)
    await expect(page.getByText('PDF 파일을 불러오지 못했습니다.')).toBeVisible({ timeout: 30_000 })
    await expect(drawn(page)).toHaveCount(0)

    await page.unroute(SOURCE)
    const letGo = await hold(page, SOURCE)
    const asked = page.waitForRequest(SOURCE)
    await page.goto(`/compose/edit/${templateId}`)
    await expect(page.getByRole('status').filter({ hasText: 'PDF를 불러오는 중…' })).toHaveCount(1)
    await expect(drawn(page)).toHaveCount(0)
    letGo()
    await expect(sheet(page).locator('.page-canvas[data-drawn]')).toBeVisible()
    const request = await asked
    expect(request.headers()['authorization']).toMatch(/^Bearer \S+$/)
    expect(new URL(request.url()).search).toBe('?purpose=view')
  },
)
