import type { Page } from '@playwright/test'
import { sessionOf } from './house.ts'
import { expect, test } from './server-fixture.ts'
import { answer, dashboard, enter, focused, message } from './steps.ts'

const pinField = (page: Page) => page.getByRole('textbox', { name: 'PIN' })
const codeField = (page: Page) => page.getByRole('textbox', { name: '운영자 코드' })
const lostPin = (page: Page) => page.getByRole('button', { name: 'PIN 찾기' })
const emailField = (page: Page) => page.getByRole('textbox', { name: '이메일' })
const boxes = (page: Page) => page.locator('.code-box')

test('a lost PIN is mailed to the address of an invitation, the popup says what is wrong, the new PIN opens the room [lost-pin]', async ({
  page,
  house,
  mailbox,
}) => {
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await page.goto('/login')
  await lostPin(page).press('Enter')
  await expect(page.getByRole('dialog', { name: 'PIN 찾기' })).toBeVisible()
  await expect(emailField(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(message(page)).toContainText('이메일 주소를 입력해 주세요.')
  await answer(page)
  await expect(emailField(page)).toBeFocused()
  await page.keyboard.type('reader@')
  await page.keyboard.press('Enter')
  await expect(message(page)).toContainText('이메일 주소 형식이 올바르지 않습니다.')
  await answer(page)
  expect(sent).toEqual([])

  await emailField(page).fill('nobody@house.example')
  await page.getByRole('button', { name: '보내기' }).click()
  await expect(message(page)).toContainText('등록되지 않은 이메일 주소입니다.')
  await expect(message(page).getByRole('img', { name: 'Check !' })).toBeVisible()
  await answer(page)
  await expect(emailField(page)).toBeFocused()
  await expect(emailField(page)).toHaveValue('nobody@house.example')

  await emailField(page).fill(` ${house.holder.email} `)
  await page.keyboard.press('Enter')
  await expect(message(page)).toContainText('메일을 보냈습니다. 새 탭을 열어 확인해 주세요.')
  await answer(page)
  await expect(page.getByRole('dialog', { name: 'PIN 찾기' })).toHaveCount(0)
  await expect(lostPin(page)).toBeFocused()
  expect(sent.every((path) => path.endsWith('/findPin'))).toBe(true)

  // Whoever still has the one before gets in with it, until the new one is used.
  const fresh = await mailbox.pinFor(house.holder.email)
  expect(fresh).not.toBe(house.holder.pin)
  await enter(page, house.holder.pin)
  await expect(page.getByRole('grid')).toContainText('안내문.pdf')
})

test('Escape leaves the popup for a lost PIN as it was opened, and nothing is sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.goto('/login')
  await lostPin(page).click()
  await emailField(page).fill('reader@house.example')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(lostPin(page)).toBeFocused()
  await lostPin(page).click()
  await expect(emailField(page)).toHaveValue('')
  await page.getByRole('button', { name: '취소' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(sent).toEqual([])
})

test('what the product is can be read over the entrance, part by part, without leaving it [learn-more]', async ({ page }) => {
  await page.goto('/login')
  await pinField(page).fill('12345')
  await page.getByRole('button', { name: '자세히 알아보기' }).press('Enter')
  const overlay = page.getByRole('dialog', { name: '서비스 소개' })
  for (const part of ['보관', '운영자', '참여자', '보안'])
    await expect(overlay.getByRole('term').filter({ hasText: new RegExp(`^${part}$`) })).toBeVisible()
  await expect(overlay.locator('svg')).toHaveCount(4)
  await expect(overlay).toContainText('메일로 받은 PIN으로 입장해 문서를 열람합니다. 따로 가입하지 않습니다.')
  await page.keyboard.press('Escape')
  await expect(overlay).toHaveCount(0)
  await expect(focused(page)).toHaveText('자세히 알아보기')
  await expect(pinField(page)).toHaveValue('123-45')

  await page.goto('/about')
  await expect(page.getByRole('term')).toHaveText(['보관', '운영자', '참여자', '보안'])
})

test('a lost operator code is mailed to the operator; the one before opens nothing more [lost-code]', async ({ page, rooms, mailbox }) => {
  const room = await rooms.make('코드를 찾는 룸')
  await enter(page, room.pin)
  await page.getByRole('link', { name: '운영자 화면' }).click()
  await codeField(page).fill('AB')
  await page.getByRole('button', { name: '코드 찾기' }).click()
  await expect(message(page)).toContainText('메일을 보냈습니다. 새 탭을 열어 확인해 주세요.')
  await answer(page)
  await expect(codeField(page)).toBeFocused()
  await expect(codeField(page)).toHaveValue('')

  await codeField(page).fill(room.code)
  await page.keyboard.press('Enter')
  await expect(message(page)).toContainText('CODE가 일치하지 않습니다.')
  await answer(page)
  await codeField(page).fill(await mailbox.codeFor('op@example.com'))
  await page.keyboard.press('Enter')
  await expect(dashboard(page)).toBeVisible()
})

test.describe('the nine boxes of the operator code', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('are one field: typed, gone back in, pasted, filled by a program, and read out as one [code-boxes]', async ({ page, room }) => {
    await enter(page, room.pin)
    await page.getByRole('link', { name: '운영자 화면' }).click()
    await expect(codeField(page)).toBeFocused()
    await expect(page.getByRole('textbox')).toHaveCount(1)
    await expect(boxes(page)).toHaveCount(9)
    await expect(page.locator('.code-field')).toMatchAriaSnapshot('- textbox "운영자 코드"')
    const next = () => boxes(page).evaluateAll((all) => all.findIndex((box) => box.hasAttribute('data-next')))

    await page.keyboard.type('ab1')
    await expect(boxes(page)).toHaveText(['A', 'B', '1', '', '', '', '', '', ''])
    expect(await next()).toBe(3)
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await expect(boxes(page)).toHaveText(['A', '', '', '', '', '', '', '', ''])
    expect(await next()).toBe(1)

    for (const text of ['ab-cdefg-hj', ' ABCDEFGHJ\n', 'AB CDEFG HJ']) {
      await codeField(page).press('Control+A')
      await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text)
      await codeField(page).press('Control+V')
      await expect(codeField(page)).toHaveValue('AB-CDEFG-HJ')
      await expect(boxes(page)).toHaveText([...'ABCDEFGHJ'])
    }
    await page.keyboard.type('K')
    await expect(codeField(page)).toHaveValue('AB-CDEFG-HJ')

    // As password managers do it.
    await expect(codeField(page)).toHaveAttribute('autocomplete', 'current-password')
    await codeField(page).evaluate((field: HTMLInputElement, code) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, code)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      field.dispatchEvent(new Event('change', { bubbles: true }))
    }, room.code.toLowerCase())
    await expect(codeField(page)).toHaveValue(room.code)
    await page.keyboard.press('Enter')
    await expect(dashboard(page)).toBeVisible()
  })

  test('cancel leads back to where the operator area was entered from [gate-cancel]', async ({ page, url, house, openBrowser }) => {
    const session = await sessionOf(url, house.room.pin)
    const operator = await (await openBrowser({ session, viewport: { width: 1440, height: 900 } })).newPage()
    const folder = `/?folder=${house.ids['01 계약']}`
    await operator.goto(folder)
    await operator.getByRole('link', { name: '운영자 화면' }).click()
    await operator.getByRole('link', { name: '휴지통' }).click()
    await expect(operator).toHaveURL(/\/admin\/trash$/)
    await operator.getByRole('button', { name: '취소' }).click()
    await expect(operator).toHaveURL(`${url}${folder}`)

    await page.goto('/login')
    const opened = await (await openBrowser({ session })).newPage()
    await opened.goto('/admin/upload')
    await opened.getByRole('button', { name: '취소' }).click()
    await expect(opened).toHaveURL(`${url}/`)
  })
})

test('a second entry with the same browser ends the first session, on the server too', async ({ page, url, house, room }) => {
  const first = await sessionOf(url, house.reader.pin)
  await page.goto('/login')
  await expect(pinField(page)).toBeFocused()
  // As another tab would have left it, a moment ago.
  await page.evaluate((session) => localStorage.setItem('session', JSON.stringify(session)), first)
  await pinField(page).fill(room.pin)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: '동의하고 입장' })).toBeVisible()
  const info = await fetch(`${url}/api/room/api/room/info/${first.roomId}`, { headers: { authorization: `Bearer ${first.jwt}` } })
  expect(info.status).toBe(401)
  const { roomId } = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}'))
  expect(roomId).toBe(room.roomId)
})
