import type { Page } from '@playwright/test'
import { expect, test } from '../support/server-fixture.ts'
import { focused, message, row, tabTo } from '../support/steps.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['pointerdown', 'mousedown', 'touchstart'] as const) {
      addEventListener(name, () => reportError(new Error('a pointer was used')), { capture: true })
    }
  })
})

test('a participant enters, reads a document and leaves by keys alone [by-keys]', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/login')
  await expect(page.getByRole('textbox', { name: 'PIN' })).toBeFocused()
  await page.keyboard.type(app.reader.pin)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('region', { name: '비밀유지 동의문' }))
  await tabTo(page, button(page, '동의하고 입장'))
  await page.keyboard.press('Enter')

  await tabTo(page, button(page, '본문 바로가기'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(page, row(page, '01 계약'))
  await page.keyboard.press('Enter')
  await expect(row(page, '01-01 이전 안')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: '계약서 초안.pdf' })
  await expect(page.getByRole('img', { name: '1쪽', exact: true })).toBeVisible()

  await tabTo(page, button(page, '확대'))
  await page.keyboard.press('Space')
  await row(page, '계약서 초안.pdf').focus()
  await page.keyboard.press('F6')
  await expect(panel.getByRole('region', { name: '페이지' })).toBeFocused()
  await page.keyboard.press('F6')
  await expect(row(page, '계약서 초안.pdf')).toBeFocused()
  await page.keyboard.press('F6')
  await page.keyboard.press('End')
  await expect(panel.getByRole('textbox')).toHaveValue('3')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(row(page, '계약서 초안.pdf')).toBeFocused()

  await tabTo(page, button(page, '로그아웃'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('textbox', { name: 'PIN' })).toBeFocused()
})

test('an operator opens the area, makes a folder and invites somebody by keys alone', async ({
  page,
  room,
  mailbox,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/login')
  await expect(page.getByRole('textbox', { name: 'PIN' })).toBeFocused()
  await page.keyboard.type(room.pin)
  await page.keyboard.press('Enter')
  await tabTo(page, button(page, '동의하고 입장'))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: '운영자 화면', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: '운영자 코드' })).toBeFocused()
  await page.keyboard.type(room.code)
  await page.keyboard.press('Enter')

  await tabTo(page, page.getByRole('navigation').getByRole('link', { name: '파일 업로드' }))
  await page.keyboard.press('Enter')
  await tabTo(page, button(page, '폴더 만들기'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: '폴더 이름' })).toBeFocused()
  await page.keyboard.type('01 계약')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: '폴더 이름' })).toHaveCount(0)
  await expect(row(page, '01 계약')).toBeFocused()

  await tabTo(page, page.getByRole('link', { name: '사용자 초대' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, button(page, '초대').first())
  await page.keyboard.press('Enter')
  await expect(focused(page)).toHaveAccessibleName(/^이름/)
  for (const text of ['이참여', '한빛', '이사', 'keys@example.com']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: '완료' }))
  await page.keyboard.press('Enter')
  await expect(message(page)).toBeVisible()
  await tabTo(page, message(page).getByRole('button', { name: '확인' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid').getByText('keys@example.com')).toBeVisible()
  await mailbox.pinFor('keys@example.com')
  expect(await focused(page).count(), 'the focus is somewhere').toBe(1)
})
