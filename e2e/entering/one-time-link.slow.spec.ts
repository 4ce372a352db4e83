import type { Page } from '@playwright/test'
import { expect, test } from '../support/server-fixture.ts'
import { answer, enter, message } from '../support/steps.ts'

// The test spends the budget of wrong PINs.
test.use({ settings: { LOG_LEVEL: 'error' } })

const LINK = /\/login\?room=[\d-]+#[\w-]{22}/
const pinField = (page: Page) => page.getByRole('textbox', { name: 'PIN' })

test('where too many wrong PINs were tried, a new device enters by the link of a mail, once, and a known one by PIN as before', async ({
  page,
  url,
  app,
  rooms,
  mailbox,
  openBrowser,
  strictness,
}) => {
  strictness.expectRefusals(/\/room\/join(\/link)?$/)
  const { email, pin } = app.reader
  await enter(page, pin)
  await page.getByRole('button', { name: '로그아웃' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await rooms.spendBudget()

  const stranger = await (await openBrowser()).newPage()
  await stranger.goto('/login')
  await pinField(stranger).fill(pin)
  await stranger.keyboard.press('Enter')
  await expect(message(stranger)).toContainText('지금은 이 기기에서 PIN만으로 입장할 수 없습니다.')
  await message(stranger).getByRole('button', { name: '확인' }).click()
  await expect(stranger.getByRole('dialog', { name: 'PIN 찾기' })).toBeVisible()
  await stranger.getByRole('textbox', { name: '이메일' }).fill(email)
  await stranger.keyboard.press('Enter')
  await expect(message(stranger)).toContainText('메일을 보냈습니다.')
  await answer(stranger)

  const { text = '', html = '' } = await mailbox.mailTo(email, 'PIN')
  const link = LINK.exec(text)?.[0] ?? ''
  expect(html).toContain(link)
  const asked: string[] = []
  stranger.on('request', (request) => asked.push(request.url()))
  await stranger.goto('about:blank')
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { name: '메일 링크로 입장' })).toBeVisible()
  await expect(stranger).toHaveURL(`${url}/login`)
  expect(asked.filter((address) => address.includes('/api/'))).toEqual([])
  await expect(stranger.getByRole('button', { name: '입장', exact: true })).toBeFocused()
  await stranger.keyboard.press('Enter')
  await stranger.getByRole('button', { name: '동의하고 입장' }).click()
  await expect(stranger.getByRole('grid')).toContainText('안내문.pdf')

  await stranger.getByRole('button', { name: '로그아웃' }).click()
  await expect(stranger).toHaveURL(/\/login$/)
  await enter(stranger, pin)
  const scripted = await stranger.evaluate(() => document.cookie)
  expect(scripted).toBe('')

  const other = await (await openBrowser()).newPage()
  await other.goto(link)
  await other.getByRole('button', { name: '입장', exact: true }).click()
  await expect(message(other)).toContainText('이미 사용했거나 유효 기간이 지난 링크입니다.')
  await answer(other)
  await expect(pinField(other)).toBeFocused()
  await expect(other.getByRole('heading', { name: '메일 링크로 입장' })).toHaveCount(0)

  await enter(page, pin)
})
