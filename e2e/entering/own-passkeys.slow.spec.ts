import type { Page } from '@playwright/test'
import { enterAsOperator } from '../../server/test/harness/server-process.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { axe } from '../support/axe.ts'
import { expect, test } from '../support/server-fixture.ts'
import { answer, message } from '../support/steps.ts'

test.use({ host: 'localhost' })
test.describe.configure({ timeout: 150_000 })

const EMAIL = 'adviser@deals.example'
const LINK = /\/rooms#[\w-]{22}/
const passkeys = (page: Page) => page.getByRole('region', { name: '패스키' }).getByRole('listitem')
const byPasskey = (page: Page) => page.getByRole('button', { name: '패스키로 확인' })

test('a person adds a passkey after a mailed link, comes back with it by the keyboard, and removes it', async ({
  page,
  url,
  rooms,
  mailbox,
  strictness,
}) => {
  strictness.expectRefusals(/\/(session\/rooms|rooms\/passkeys|rooms\/passkeys\/prove)$/)
  const operator = await enterAsOperator(url, await rooms.make('갑 인수'))
  await operator.invite([{ name: '박자문', email: EMAIL }])
  await addAuthenticator(page)
  const proveByMail = async () => {
    await page.goto('/rooms')
    await page.getByRole('textbox', { name: '이메일' }).fill(EMAIL)
    await page.getByRole('button', { name: '링크 받기' }).click()
    const { text = '' } = await mailbox.mailTo(EMAIL, '내 데이터룸 링크')
    await page.goto('about:blank')
    await page.goto(LINK.exec(text)?.[0] ?? '')
    await page.getByRole('button', { name: '주소 확인' }).click()
  }
  await page.goto('/rooms')
  await byPasskey(page).click()
  await expect(page.getByText('패스키를 확인하지 않았습니다.')).toBeVisible()
  await proveByMail()
  await expect(passkeys(page)).toHaveCount(0)
  await page.getByRole('button', { name: '패스키 추가' }).click()
  await expect(passkeys(page)).toHaveCount(1)
  await expect(passkeys(page)).toContainText('패스키 1')
  await axe(page)
  expect((await mailbox.mailTo(EMAIL, '패스키가 추가')).text).toContain('패스키 1')

  const leave = async () => {
    await page.getByRole('button', { name: '모든 데이터룸에서 로그아웃' }).click()
    await answer(page, '모든 데이터룸에서 로그아웃')
    await page.goto('/rooms')
  }
  await leave()
  await expect(page.getByText('갑 인수')).toHaveCount(0)
  await byPasskey(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: '갑 인수' })).toBeVisible()
  await expect(passkeys(page)).toContainText('마지막 사용')

  await page.getByRole('button', { name: '패스키 삭제: 패스키 1' }).click()
  await answer(page, '삭제')
  await expect(passkeys(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '패스키' })).toBeFocused()
  await leave()
  await byPasskey(page).click()
  await expect(message(page)).toContainText('등록되지 않았거나 삭제된 패스키')
})
