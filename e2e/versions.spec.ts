import type { Page } from '@playwright/test'
import { makePdf } from '../server/test/make-pdf.ts'
import { enterAsOperator } from '../server/test/server-process.ts'
import type { WireClient } from '../server/test/wire-client.ts'
import { sessionOf } from './house.ts'
import { test as base, expect } from './server-fixture.ts'
import { answer, focused, message, row } from './steps.ts'

const VERSIONS = /\/room\/api\/file\/versions\/\d+$/

/** A page of the operator of the test's own room, and the same person elsewhere. */
const story = base.extend<{ operator: { readonly page: Page; readonly wire: WireClient } }>({
  operator: async ({ openBrowser, url, room }, use) => {
    const session = await sessionOf(url, room.pin, { code: room.code })
    const page = await (await openBrowser({ session, viewport: { width: 1440, height: 900 } })).newPage()
    await use({ page, wire: await enterAsOperator(url, room) })
  },
})

/** Stores a file of so many pages; one of its name becomes its older version. */
async function store(wire: WireClient, name: string, pages: number): Promise<void> {
  const form = wire.uploadForm(0, 4)
  form.set('conflict', 'replace')
  form.append('file', new Blob([makePdf(pages)]), name)
  const { json } = await wire.call('POST', '/room/api/file/upload', { form })
  expect(json.status).toBe('OK')
}

async function openVersions(page: Page, name: string) {
  await row(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '이전 버전' }).click()
  const dialog = page.getByRole('dialog', { name: '이전 버전' })
  await expect(dialog).toContainText(name)
  return dialog
}

story('an older version becomes the newest one after a question, and none is lost', async ({ operator: { page, wire } }) => {
  for (const pages of [1, 40]) await store(wire, '계약서.pdf', pages)
  const [stored] = await wire.items()
  await page.goto('/admin/upload')
  const dialog = await openVersions(page, '계약서.pdf')
  const versions = dialog.getByRole('listitem')
  await expect(versions).toHaveCount(2)
  await expect(versions.first()).toContainText(/버전 2.*현재 버전/)
  await expect(versions.first().getByRole('button', { name: /되돌리기/ })).toHaveCount(0)
  await expect(versions.last()).not.toContainText('현재 버전')

  const goBack = versions.last().getByRole('button', { name: '버전 1: 이 버전으로 되돌리기' })
  await goBack.click()
  await expect(message(page)).toContainText('버전 1의 내용으로 되돌리시겠습니까?')
  await expect(message(page)).toContainText('사라지는 것은 없습니다.')
  await expect(focused(page)).toHaveText('취소')
  await page.keyboard.press('Enter')
  await expect(goBack).toBeFocused()
  await expect(versions).toHaveCount(2)

  await page.keyboard.press('Enter')
  await answer(page)
  await expect(versions).toHaveCount(3)
  await expect(versions.first()).toContainText(/버전 3.*현재 버전/)
  await dialog.getByRole('button', { name: '닫기' }).click()
  await expect(row(page, '계약서.pdf')).toBeFocused()
  const [now] = await wire.items()
  expect(now?.id).toBe(stored?.id)
  expect(now?.size).toBe(makePdf(1).length)
})

story(
  'a file without an older version says how one comes to be; a list that cannot be had is asked for again',
  async ({ operator: { page, wire }, strictness }) => {
    strictness.expectRefusals(VERSIONS)
    await store(wire, '확인서.pdf', 1)
    await page.route(VERSIONS, (route) => route.abort())
    await page.goto('/admin/upload')
    const dialog = await openVersions(page, '확인서.pdf')
    const retry = dialog.getByRole('button', { name: '다시 시도' })
    await expect(retry).toBeVisible({ timeout: 20_000 })
    await page.unroute(VERSIONS)
    await retry.click()
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    await expect(dialog).toContainText('이전 버전이 없습니다.')
  },
)
