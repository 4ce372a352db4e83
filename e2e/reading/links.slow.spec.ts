import type { Page } from '@playwright/test'
import { WireClient } from '../../server/test/harness/wire-client.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { expect, test as story } from '../support/server-fixture.ts'
import { answer, message, row } from '../support/steps.ts'

const wide = { viewport: { width: 1440, height: 900 } }

async function comeIn(page: Page, pin: string): Promise<void> {
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('textbox', { name: 'PIN' }).fill(pin)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '동의하고 입장' }).click()
}

story(
  'a copied link leads through the entrance to its folder, document and page; reload and Back keep to it',
  async ({ page, app, strictness }) => {
    // The session's end closes the document, so its requests are refused.
    strictness.expectRefusals(/\/room\/api\/file\//)
    const [folder, doc] = [app.ids['01 계약'], app.ids['01 계약/계약서 초안.pdf']]
    const place = `/?folder=${folder}&doc=${doc}&page=2`
    await page.setViewportSize(wide.viewport)
    await page.goto(place)
    await comeIn(page, app.reader.pin)
    const panel = page.getByRole('region', { name: '계약서 초안.pdf', exact: true })
    await expect(panel).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${place.replace('?', '\\?')}$`))
    await expect(row(page, '계약서 초안.pdf')).toBeVisible()
    await page.reload()
    await expect(panel).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${place.replace('?', '\\?')}$`))
    await panel.getByRole('button', { name: '닫기' }).click()
    await expect(page).toHaveURL(new RegExp(`/\\?folder=${folder}$`))
    await page.goBack()
    await expect(panel).toBeVisible()

    await page.getByRole('button', { name: '로그아웃' }).click()
    await comeIn(page, app.reader.pin)
    await expect(row(page, '안내문.pdf')).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
  },
)

story(
  'a link into the operator area leads through entrance and code to its filter',
  async ({ page, room }) => {
    await page.goto('/admin/history?type=login')
    await comeIn(page, room.pin)
    await page.getByRole('textbox', { name: '운영자 코드' }).fill(room.code)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '활동 내역', level: 1 })).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/history\?type=login$/)
  },
)

story(
  'the place of a session that has ended is kept for its person, and for nobody else',
  async ({ openBrowser, url, app, strictness }) => {
    strictness.expectRefusals(/\/room\/api\//)
    const folder = app.ids['01 계약']
    const session = await sessionOf(url, app.reader.pin)
    const page = await (await openBrowser({ session, ...wide })).newPage()
    const endHere = async (jwt: string) => {
      await expect(row(page, '계약서 초안.pdf')).toBeVisible()
      await Object.assign(new WireClient(url), { session: { ...session, jwt } }).logout()
      await expect(page).toHaveURL(/\/login$/)
    }
    await page.goto(`/?folder=${folder}`)
    await endHere(session.jwt)
    await page.reload()
    await comeIn(page, app.reader.pin)
    await expect(page).toHaveURL(new RegExp(`\\?folder=${folder}$`))
    await expect(row(page, '계약서 초안.pdf')).toBeVisible()
    await endHere(
      await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}').jwt as string),
    )
    await comeIn(page, app.holder.pin)
    await expect(row(page, '안내문.pdf')).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
  },
)

story(
  'a link to what is not there, or not for its reader, says so and leaves the room usable',
  async ({ openBrowser, url, app, strictness }) => {
    strictness.expectRefusals(/\/room\/api\/file\//)
    const page = await (
      await openBrowser({ session: await sessionOf(url, app.reader.pin), ...wide })
    ).newPage()
    await page.goto('/?folder=999999')
    await expect(page.getByRole('alert').filter({ hasText: '찾을 수 없습니다' })).toBeVisible()
    await page.getByRole('treeitem', { name: /01 계약/ }).click()
    await expect(row(page, '계약서 초안.pdf')).toBeVisible()
    await page.goto('/?doc=999999')
    await expect(page.getByText('찾을 수 없습니다').first()).toBeVisible()
    await expect(row(page, '안내문.pdf')).toBeVisible()
    await page.goto('/admin/history?user=3')
    await expect(message(page)).toContainText('운영자가 아닙니다.')
    await answer(page)
    await expect(row(page, '안내문.pdf')).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
  },
)
