import type { Locator, Page, Request } from '@playwright/test'
import { makePdf } from '../server/test/make-pdf.ts'
import { expect, test } from './server-fixture.ts'

const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: '확인' }).click()

async function enter(page: Page, url: string, pin: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByRole('textbox', { name: 'PIN' }).fill(pin)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '동의하고 입장' }).click()
  await expect(page.getByRole('button', { name: '로그아웃' })).toBeVisible()
}

const imageOf = (page: Page, number: number): Locator => page.getByRole('img', { name: `${number}쪽`, exact: true })

/** What a reader sees of a page once its image is there. */
async function pageImage(page: Page, number: number): Promise<Buffer> {
  const image = imageOf(page, number)
  await expect(image).toBeVisible()
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0)).toBe(true)
  return image.screenshot()
}

/** What a reader sees of the first page once something has made the page be fetched anew. */
async function redrawn(reader: Page, act: () => Promise<void>): Promise<Buffer> {
  const held = (await imageOf(reader, 1).getAttribute('src')) ?? ''
  await act()
  await expect(imageOf(reader, 1)).not.toHaveAttribute('src', held)
  return pageImage(reader, 1)
}

async function switchWatermark(operator: Page): Promise<void> {
  const isOn = await operator.getByRole('switch', { name: /워터마크/ }).isChecked()
  await operator.getByRole('switch', { name: /워터마크/ }).click()
  await confirm(operator)
  await expect(operator.getByRole('switch', { name: /워터마크/ })).toBeChecked({ checked: !isOn })
}

const isStream = (request: Request): boolean => request.url().endsWith('/room/api/room/events')

/** Headless pages are always in sight; this says otherwise, as the browser does for a tab behind another. */
const turn = (page: Page, state: DocumentVisibilityState): Promise<void> =>
  page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

test('an operator fills the room and invites; the participant reads with a watermark, until the access is taken away', async ({
  page,
  browser,
  url,
  room,
  mailbox,
}) => {
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) violations.push(message.text())
  })

  await enter(page, url, room.pin)
  await page.getByRole('link', { name: '운영자 화면' }).click()
  await page.getByRole('textbox', { name: '운영자 코드' }).fill('00-00000-00')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('CODE가 일치하지 않습니다.')
  await confirm(page)
  await page.getByRole('textbox', { name: '운영자 코드' }).fill(room.code)
  await page.keyboard.press('Enter')

  await page.getByRole('button', { name: '폴더 만들기' }).click()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: '새 폴더' })).toBeVisible()

  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      { name: '계약서 초안.pdf', mimeType: 'application/pdf', buffer: Buffer.from(makePdf(3, 'AGREEMENT')) },
      { name: '가짜.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') },
      { name: 'run.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    ])
  await expect(page.getByText('run.exe').first()).toBeVisible()
  const refusal = page.getByRole('dialog')
  if (await refusal.isVisible()) await confirm(page)
  await expect(page.getByRole('table').getByText('계약서 초안.pdf')).toBeVisible()
  await expect(page.getByRole('table').getByText('가짜.pdf')).toHaveCount(0)
  await expect(page.getByRole('table').getByText('run.exe')).toHaveCount(0)

  await page.getByRole('link', { name: '사용자 초대' }).click()
  await page.getByRole('button', { name: '초대', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('이름').fill('이참여')
  await dialog.getByLabel('이메일').fill('reader@example.com')
  await dialog.getByRole('button', { name: '완료' }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: '확인' }).click()
  await expect(page.getByRole('dialog')).toContainText('성공적으로 처리되었습니다.')
  await confirm(page)
  await expect(page.getByRole('table').getByText('reader@example.com')).toBeVisible()

  const pin = await mailbox.pinFor('reader@example.com')
  const reader = await (await browser.newContext()).newPage()
  await enter(reader, url, pin)
  await expect(reader.getByRole('link', { name: '운영자 화면' })).toHaveCount(0)
  await reader.goto(`${url}/admin/upload`)
  await expect(reader.getByRole('dialog')).toContainText('운영자가 아닙니다.')
  await confirm(reader)

  await reader.getByText('계약서 초안.pdf').click()
  await expect(reader.getByText('1 / 3쪽')).toBeVisible()
  const marked = await pageImage(reader, 1)
  await expect(reader.getByRole('button', { name: /다운로드/ })).toHaveCount(0)

  // The watermark goes and comes as the operator switches it: the page that the reader holds is drawn anew, without a reload.
  await page.getByRole('link', { name: '파일 업로드' }).click()
  const bare = await redrawn(reader, () => switchWatermark(page))
  expect(bare.equals(marked)).toBe(false)

  // A tab out of sight holds no connection, and catches up when it is looked at again.
  const left = reader.waitForEvent('requestfailed', isStream)
  await turn(reader, 'hidden')
  await left
  const held = await imageOf(reader, 1).getAttribute('src')
  await switchWatermark(page)
  expect(await imageOf(reader, 1).getAttribute('src')).toBe(held)
  const listening = reader.waitForRequest(isStream)
  const markedAgain = await redrawn(reader, () => turn(reader, 'visible'))
  await listening
  expect(markedAgain.equals(bare)).toBe(false)

  await page.getByRole('link', { name: '사용자 초대' }).click()
  await page
    .getByRole('row', { name: /reader@example.com/ })
    .getByRole('switch', { name: /접근/ })
    .click()
  await confirm(page)
  await expect(reader).toHaveURL(/\/login$/)
  await expect(reader.getByText('계약서 초안.pdf')).toHaveCount(0)

  await expect(page.getByRole('dialog')).toContainText('성공적으로 처리되었습니다.')
  await confirm(page)
  await page.getByRole('button', { name: '로그아웃' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(violations).toEqual([])
})
