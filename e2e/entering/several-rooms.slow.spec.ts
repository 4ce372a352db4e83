import type { Page } from '@playwright/test'
import { expect, test } from '../support/server-fixture.ts'
import { answer, chooseOfAccount, enter, message } from '../support/steps.ts'
import { twoRooms } from '../support/two-rooms.ts'

test.describe.configure({ timeout: 150_000 })

const LINK = /\/rooms#[\w-]{22}/
const room = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const documents = (page: Page) => page.getByRole('grid')

test('one adviser, two rooms, two tabs: one proof, a session and a notice for each, and one way out of all', async ({
  page,
  context,
  url,
  rooms,
  mailbox,
  strictness,
}) => {
  strictness.expectRefusals(/\/(session\/rooms|room\/events|room\/logout)$/)
  const { adviser, first } = await twoRooms(url, { rooms, mailbox })
  await enter(page, first.pin)
  await expect(documents(page)).toContainText('갑 폴더')

  await chooseOfAccount(page, '내 데이터룸')
  await expect(page).toHaveURL(`${url}/rooms`)
  await expect(room(page, '갑 인수')).toContainText('현재 데이터룸')
  await expect(page.getByText('을 매각')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: '이메일' })).toHaveValue(adviser)
  await page.getByRole('button', { name: '링크 받기' }).click()
  await expect(page.getByRole('status').filter({ hasText: '15분' })).toBeVisible()
  const { text = '' } = await mailbox.mailTo(adviser, '내 데이터룸')
  expect(text).toContain('을 매각')
  await page.goto('about:blank')
  await page.goto(LINK.exec(text)?.[0] ?? '')
  await expect(page).toHaveURL(`${url}/rooms`)
  await expect(page.getByText('을 매각')).toHaveCount(0)
  await expect(page.getByRole('button', { name: '주소 확인' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(room(page, '갑 인수')).toContainText('진행 중')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(room(page, '을 매각')).not.toContainText('진행 중')

  const tab = await context.newPage()
  await tab.goto('/rooms')
  await room(tab, '을 매각').getByRole('button', { name: /^입장/ }).click()
  await tab.getByRole('button', { name: '동의하고 입장' }).click()
  await expect(documents(tab)).toContainText('을 폴더')
  await page.getByRole('link', { name: '데이터룸으로 돌아가기' }).click()
  await expect(documents(page)).toContainText('갑 폴더')
  await tab.reload()
  await expect(documents(tab)).toContainText('을 폴더')
  await page.reload()
  await expect(documents(page)).toContainText('갑 폴더')
  await expect(page.getByText('을 폴더')).toHaveCount(0)

  await page.getByRole('button', { name: '로그아웃' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await tab.reload()
  await expect(documents(tab)).toContainText('을 폴더')
  await page.getByRole('link', { name: 'PIN 없이 메일로 입장' }).click()
  await expect(room(page, '을 매각').getByRole('button', { name: /^열기/ })).toBeVisible()
  await room(page, '갑 인수').getByRole('button', { name: /^입장/ }).click()
  await page.getByRole('button', { name: '동의하고 입장' }).click()
  await expect(documents(page)).toContainText('갑 폴더')

  await chooseOfAccount(page, '내 데이터룸')
  await page.getByRole('button', { name: '모든 데이터룸에서 로그아웃' }).click()
  await expect(message(page)).toContainText('다른 기기까지 로그아웃됩니다.')
  await answer(page, '모든 데이터룸에서 로그아웃')
  await expect(page.getByRole('textbox', { name: '이메일' })).toBeVisible()
  await expect(page.getByText('갑 인수')).toHaveCount(0)
  await expect(tab).toHaveURL(/\/login$/)
})
