import type { Page } from '@playwright/test'
import { WireClient } from '../../server/test/harness/wire-client.ts'
import { sessionOf } from '../support/furnished-room.ts'
import type { Mailbox } from '../support/mailbox.ts'
import { test as base, expect } from '../support/server-fixture.ts'
import { enter } from '../support/steps.ts'

const pinField = (page: Page) => page.getByRole('textbox', { name: 'PIN' })
const codeField = (page: Page) => page.getByRole('textbox', { name: '인증 코드' })
const accept = (page: Page) => page.getByRole('button', { name: '동의하고 입장' })
const log = (page: Page) => page.getByRole('button', { name: '로그아웃' })

interface Guest {
  readonly email: string
  readonly pin: string
}

let guests = 0

const test = base.extend<{ guest: Guest }>({
  guest: async ({ url, room, mailbox }, use) => {
    guests += 1
    const email = `guest${guests}@step.example`
    const session = await sessionOf(url, room.pin, { code: room.code })
    const operator = Object.assign(new WireClient(url), { session })
    await operator.invite([{ name: '이참여', email }])
    await operator.entering(true)
    await use({ email, pin: await mailbox.pinFor(email) })
  },
})

async function reachStep(page: Page, mailbox: Mailbox, { email, pin }: Guest): Promise<string> {
  await page.goto('/login')
  await pinField(page).fill(pin)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login\/step$/)
  await expect(codeField(page)).toBeFocused()
  return mailbox.stepCodeFor(email)
}

test.describe('on a new device', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('the code of the mail lets in after the PIN, by paste or by keys, and is not asked for there again', async ({
    page,
    guest,
    mailbox,
    openBrowser,
  }) => {
    const code = await reachStep(page, mailbox, guest)
    await expect(page).toHaveTitle('2단계 인증 - Data Room')
    await expect(page.getByText('g***@step.example')).toBeVisible()
    await expect(page.getByText(guest.email)).toHaveCount(0)
    await expect(page.getByRole('textbox')).toHaveCount(1)
    await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric')
    await page.evaluate((text) => navigator.clipboard.writeText(` ${text}\n`), code)
    await page.keyboard.press('Control+V')
    await expect(page.locator('.code-box')).toHaveText([...code.replace(' ', '')])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/login\/agree$/)
    await accept(page).click()
    await expect(log(page)).toBeVisible()
    await log(page).click()
    await expect(pinField(page)).toBeVisible()
    await enter(page, guest.pin)

    const other = await (await openBrowser()).newPage()
    const second = await reachStep(other, mailbox, guest)
    expect(second).not.toBe(code)
    await other.keyboard.type(second.replace(' ', ''))
    await other.getByRole('button', { name: '입장', exact: true }).click()
    await accept(other).click()
    await expect(log(other)).toBeVisible()
    expect(await other.evaluate(() => document.cookie)).toBe('')
  })
})
