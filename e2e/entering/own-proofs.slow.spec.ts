import { WireClient } from '../../server/test/harness/wire-client.ts'
import { appCode } from '../../server/test/second-step/second-step.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { axe } from '../support/axe.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { expect, test } from '../support/server-fixture.ts'
import { chooseOfAccount } from '../support/steps.ts'

test.use({ host: 'localhost' })
test.describe.configure({ timeout: 150_000 })

test('a participant sets up an app and a passkey, and enters with them in other browsers', async ({
  page,
  url,
  room,
  mailbox,
  openBrowser,
}) => {
  const email = 'proofs@step.example'
  const session = await sessionOf(url, room.pin, { code: room.code })
  const operator = Object.assign(new WireClient(url), { session })
  await operator.invite([{ name: '이참여', email }])
  await operator.entering(true)
  const pin = await mailbox.pinFor(email)
  const enterPin = async (into: typeof page) => {
    await into.goto('/login')
    await into.getByRole('textbox', { name: 'PIN' }).fill(pin)
    await into.keyboard.press('Enter')
    await expect(into).toHaveURL(/\/login\/step$/)
  }
  await addAuthenticator(page)
  await enterPin(page)
  await page.getByRole('textbox', { name: '인증 코드' }).fill(await mailbox.stepCodeFor(email))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '동의하고 입장' }).click()
  await chooseOfAccount(page, '로그인 보안')
  const dialog = page.getByRole('dialog', { name: '로그인 보안' })
  await expect(dialog.getByRole('button', { name: '인증 앱 등록' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await dialog.getByRole('button', { name: '메일로 코드 받기' }).click()
  await dialog
    .getByRole('textbox', { name: '메일로 받은 8자리 코드' })
    .fill(await mailbox.stepCodeFor(email))
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: '인증 앱 등록' }).click()
  await expect(dialog.getByRole('img', { name: 'QR 코드' })).toBeVisible()
  await axe(page)
  const key = ((await dialog.locator('.security-key').textContent()) ?? '').replaceAll(' ', '')
  await dialog
    .getByRole('textbox', { name: '인증 앱의 6자리 코드' })
    .fill(appCode(key, new Date(), -1))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: '인증 앱 삭제' })).toBeVisible()
  await dialog.getByRole('button', { name: '패스키 추가' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)

  const other = await (await openBrowser()).newPage()
  await enterPin(other)
  await expect(other.getByRole('button', { name: '패스키로 입장' })).toBeVisible()
  await axe(other)
  await other.getByRole('textbox', { name: '인증 앱의 6자리 코드' }).fill(appCode(key, new Date()))
  await other.keyboard.press('Enter')
  await expect(other.getByRole('button', { name: '동의하고 입장' })).toBeVisible()
})
