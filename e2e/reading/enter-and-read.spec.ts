import type { Locator, Page, Request } from '@playwright/test'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { expect, test } from '../support/server-fixture.ts'
import { answer, enter, enterOperatorArea, fileInput, message, pdf, row } from '../support/steps.ts'

const imageOf = (page: Page, number: number): Locator =>
  page.getByRole('img', { name: `${number}쪽`, exact: true })

async function pageImage(page: Page, number: number): Promise<Buffer> {
  const image = imageOf(page, number)
  await expect(image).toBeVisible()
  await expect
    .poll(() =>
      image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0),
    )
    .toBe(true)
  return image.screenshot()
}

async function redrawn(reader: Page, act: () => Promise<void>): Promise<Buffer> {
  const held = (await imageOf(reader, 1).getAttribute('src')) ?? ''
  await act()
  await expect(imageOf(reader, 1)).not.toHaveAttribute('src', held)
  return pageImage(reader, 1)
}

async function switchWatermark(operator: Page): Promise<void> {
  const isOn = await operator.getByRole('switch', { name: /워터마크/ }).isChecked()
  await operator.getByRole('switch', { name: /워터마크/ }).click()
  await answer(operator, isOn ? '워터마크 끄기' : '확인')
  await expect(operator.getByRole('switch', { name: /워터마크/ })).toBeChecked({ checked: !isOn })
}

const isStream = (request: Request): boolean => request.url().endsWith('/room/api/room/events')

/** Headless pages are always visible. */
const turn = (page: Page, state: DocumentVisibilityState): Promise<void> =>
  page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', {
      value: visibilityState,
      configurable: true,
    })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

test('an operator fills the room and invites; the participant reads with a watermark, until the access is taken away', async ({
  page,
  room,
  mailbox,
  openBrowser,
  strictness,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterOperatorArea(page, room)
  await page.getByRole('button', { name: '폴더 만들기' }).click()
  await page.keyboard.press('Enter')
  await expect(page.locator('.items-naming')).toHaveCount(0)
  await expect(row(page, '새 폴더')).toBeFocused()
  await fileInput(page, '업로드').setInputFiles([pdf('계약서 초안.pdf', makePdf(3, 'AGREEMENT'))])
  await expect(row(page, '계약서 초안.pdf')).toBeVisible()

  await page.getByRole('link', { name: '사용자 초대' }).click()
  await page.getByRole('button', { name: '초대', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: '사용자 초대' })
  await dialog.getByRole('textbox', { name: /^이름/ }).fill('이참여')
  await dialog.getByRole('textbox', { name: /^이메일/ }).fill('reader@example.com')
  await dialog.getByRole('button', { name: '완료' }).click()
  await answer(page)
  await expect(page.getByRole('grid').getByText('reader@example.com')).toBeVisible()

  const reader = await (await openBrowser({ viewport: { width: 1440, height: 900 } })).newPage()
  // Another, hidden tab holds the listener lock.
  await reader.addInitScript(
    () => void navigator.locks.request('listener', () => new Promise<void>(() => undefined)),
  )
  await enter(reader, await mailbox.pinFor('reader@example.com'))
  await expect(reader.getByRole('link', { name: '운영자 화면', exact: true })).toHaveCount(0)
  await row(reader, '계약서 초안.pdf').getByRole('link').click()
  const marked = await pageImage(reader, 1)
  await expect(reader.getByRole('button', { name: /다운로드/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  await page.getByRole('link', { name: '파일 업로드' }).click()
  const bare = await redrawn(reader, () => switchWatermark(page))
  expect(bare.equals(marked)).toBe(false)

  // Hidden pages hold no connection and catch up later.
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

  // The server refuses pending requests.
  strictness.expectRefusals(/^\/api\/room\//)
  await page.getByRole('link', { name: '사용자 초대' }).click()
  await page
    .getByRole('row')
    .filter({ hasText: 'reader@example.com' })
    .getByRole('switch', { name: /접근/ })
    .click()
  await answer(page, '일시 차단')
  await expect(reader).toHaveURL(/\/login$/)
  await expect(reader.getByText('계약서 초안.pdf')).toHaveCount(0)

  await expect(page.getByText('이참여 님의 접근을 일시 차단했습니다.').first()).toBeVisible()
  await expect(message(page)).toHaveCount(0)
  await page.getByRole('button', { name: '로그아웃' }).click()
  await expect(page).toHaveURL(/\/login$/)
})
