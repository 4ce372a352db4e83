import type { Page } from '@playwright/test'
import { wrongCode } from '../server/test/step-codes.ts'
import { WireClient } from '../server/test/wire-client.ts'
import { sessionOf } from './house.ts'
import type { Mailbox } from './mailbox.ts'
import { test as base, expect } from './server-fixture.ts'
import { answer, clickDisabled, enter, focused, message } from './steps.ts'

const pinField = (page: Page) => page.getByRole('textbox', { name: 'PIN' })
const codeField = (page: Page) => page.getByRole('textbox', { name: '인증 코드' })
const again = (page: Page) => page.getByRole('button', { name: '코드 다시 받기' })
const accept = (page: Page) => page.getByRole('button', { name: '동의하고 입장' })
const log = (page: Page) => page.getByRole('button', { name: '로그아웃' })

interface Guest {
  readonly operator: WireClient
  readonly memberId: number
  readonly email: string
  readonly pin: string
}

let guests = 0

/** A person of a room with the second step, who has not entered it yet. */
const test = base.extend<{ guest: Guest }>({
  guest: async ({ url, room, mailbox }, use) => {
    guests += 1
    const email = `guest${guests}@step.example`
    const session = await sessionOf(url, room.pin, { code: room.code })
    const operator = Object.assign(new WireClient(url), { session })
    const invited = await operator.invite([{ name: '이참여', email }])
    const memberId = (invited.json.payload as readonly { id: number }[])[0]?.id ?? 0
    await operator.entering(true)
    await use({ operator, memberId, email, pin: await mailbox.pinFor(email) })
  },
})

/** From the entrance to the step. @returns the code that was mailed for it. */
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

test('a wrong code is told, a reload stays at the step, and nothing of the room is to be had meanwhile [step-wrong]', async ({
  page,
  guest,
  mailbox,
}) => {
  const code = await reachStep(page, mailbox, guest)
  await page.keyboard.press('Enter')
  await expect(message(page)).toContainText('인증 코드를 입력해 주세요.')
  await answer(page)
  await expect(codeField(page)).toBeFocused()
  await page.keyboard.type('1234')
  await page.keyboard.press('Enter')
  await expect(message(page)).toContainText('인증 코드 8자리를 모두 입력해 주세요.')
  await answer(page)

  await codeField(page).fill(wrongCode(code))
  await page.keyboard.press('Enter')
  await expect(message(page)).toContainText('코드가 일치하지 않습니다.')
  await expect(message(page).getByRole('img', { name: 'Mismatch' })).toBeVisible()
  await answer(page)
  await expect(codeField(page)).toBeFocused()
  await expect(codeField(page)).toHaveValue('')
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true')

  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.reload()
  await expect(codeField(page)).toBeFocused()
  for (const path of ['/', '/login', '/login/agree', '/admin/upload', '/?folder=1']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login\/step$/)
    await expect(codeField(page)).toBeVisible()
  }
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
  await codeField(page).fill(code)
  await page.keyboard.press('Enter')
  await expect(accept(page)).toBeVisible()
})

test('another code can be had after a minute, says when until then, and ends the one before', async ({ page, guest, mailbox }) => {
  await page.clock.install()
  const first = await reachStep(page, mailbox, guest)
  await expect(page.locator('.step-wait')).toHaveText(/^\d+초 뒤에 다시 받을 수 있습니다\.$/)
  await clickDisabled(page, again(page))
  await expect(message(page)).toHaveCount(0)

  // The minute of the server is not waited for: it is told that there is one.
  await page.clock.fastForward('01:01')
  await expect(again(page)).not.toHaveAttribute('aria-disabled', 'true')
  await page.route('**/room/join/step/code', (route) => route.fulfill({ json: { status: 'OK', payload: null } }))
  await codeField(page).fill('1234')
  await again(page).click()
  await expect(message(page)).toContainText('새 코드를 메일로 보냈습니다.')
  await answer(page)
  await expect(codeField(page)).toBeFocused()
  await expect(codeField(page)).toHaveValue('')
  await expect(again(page)).toHaveAttribute('aria-disabled', 'true')
  await page.reload()
  await expect(again(page)).toHaveAttribute('aria-disabled', 'true')
  await codeField(page).fill(first)
  await page.keyboard.press('Enter')
  await expect(accept(page)).toBeVisible()
})

test('a code that was tried too often or is too old says so, and what to do', async ({ page, guest, mailbox, strictness }) => {
  strictness.expectRefusals(/\/join\/step\/code$/)
  const code = await reachStep(page, mailbox, guest)
  const { jwt } = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}'))
  const client = Object.assign(new WireClient(new URL(page.url()).origin), { session: { jwt } })
  for (let tries = 0; tries < 5; tries += 1) await client.call('POST', '/room/api/room/join/step', { body: { code: wrongCode(code) } })
  await codeField(page).fill(code)
  await page.keyboard.press('Enter')
  await expect(message(page)).toContainText('코드를 여러 번 잘못 입력해 더 이상 사용할 수 없습니다. 새 코드를 받아 주세요.')
  await answer(page)
  await expect(codeField(page)).toBeFocused()
  await expect(page).toHaveURL(/\/login\/step$/)

  await page.route('**/room/join/step', (route) =>
    route.fulfill({
      json: { status: 'EXCEPTION', code: 'STEP_EXPIRED', payload: '코드의 유효 시간이 지났습니다. 새 코드를 받아 주세요.' },
    }),
  )
  await codeField(page).fill(code)
  await page.keyboard.press('Enter')
  await expect(message(page)).toContainText('코드의 유효 시간이 지났습니다.')
  await expect(message(page).getByRole('img', { name: 'Check !' })).toBeVisible()
  await answer(page)
  await expect(codeField(page)).toBeFocused()
})

test('another PIN leads back to the entrance and ends what waited, and so does a block', async ({
  page,
  url,
  guest,
  mailbox,
  strictness,
}) => {
  strictness.expectRefusals(/\/join\/step$/)
  await reachStep(page, mailbox, guest)
  const { jwt } = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}'))
  const told = page.waitForResponse((response) => response.url().endsWith('/room/api/room/logout'))
  await page.getByRole('button', { name: '다른 PIN으로 입장' }).click()
  await expect(pinField(page)).toBeFocused()
  await told
  const ended = await fetch(`${url}/api/room/api/room/join/step/code`, { method: 'POST', headers: { authorization: `Bearer ${jwt}` } })
  expect(ended.status).toBe(401)

  const code = await reachStep(page, mailbox, guest)
  await guest.operator.setRight(guest.memberId, 'access', false)
  await codeField(page).fill(code)
  await page.keyboard.press('Enter')
  await expect(pinField(page)).toBeVisible()
  await expect(page.getByText('운영자가 접근을 일시 차단했습니다.')).toBeVisible()
  await expect(message(page)).toHaveCount(0)
})

test('an operator switches it on in the entry settings: asked first, told what comes of it and that mails reach nobody, kept', async ({
  url,
  room,
  openBrowser,
}) => {
  const session = await sessionOf(url, room.pin, { code: room.code })
  const page = await (await openBrowser({ session, viewport: { width: 1440, height: 900 } })).newPage()
  await page.goto('/admin/invitation')
  const opener = page.getByRole('button', { name: '입장 설정' })
  await opener.click()
  const settings = page.getByRole('dialog', { name: '입장 설정' })
  await settings.getByRole('switch', { name: '2단계 인증 꺼짐' }).click()
  await expect(message(page)).toContainText('2단계 인증을 켜시겠습니까?')
  await expect(message(page)).toContainText('지금 로그인한 사용자는 그대로 이용하며')
  await expect(message(page)).toContainText('메일 서버가 설정되지 않아')
  await answer(page, '취소')
  await expect(settings.getByRole('switch', { name: '2단계 인증 꺼짐' })).toBeVisible()
  await settings.getByRole('switch').click()
  await answer(page)
  await expect(settings.getByRole('switch', { name: '2단계 인증 켜짐' })).toBeVisible()
  await expect(page.getByText('정상적으로 처리되었습니다.')).toBeVisible()
  await settings.getByRole('button', { name: '닫기' }).click()
  await expect(opener).toBeFocused()
  await page.reload()
  await opener.click()
  await settings.getByRole('switch', { name: '2단계 인증 켜짐' }).click()
  await expect(message(page)).toContainText('2단계 인증을 끄시겠습니까?')
  await expect(message(page)).not.toContainText('메일 서버가')
  await answer(page)
  await expect(settings.getByRole('switch', { name: '2단계 인증 꺼짐' })).toBeVisible()

  // What another operator switches is seen here as well.
  await Object.assign(new WireClient(url), { session }).entering(true)
  await expect(settings.getByRole('switch', { name: '2단계 인증 켜짐' })).toBeVisible()
  await expect(focused(page)).toBeVisible()
})
