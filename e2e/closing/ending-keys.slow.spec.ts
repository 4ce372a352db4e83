import type { Page, Request } from '@playwright/test'
import { AT_THE_END, banner, openEnding, part, present, story } from '../support/ending-room.ts'
import { expect } from '../support/server-fixture.ts'
import { focused, hold, message, tabTo } from '../support/steps.ts'

story.describe.configure({ timeout: 180_000 })

type EndingPart = Parameters<typeof part>[1]

async function press(page: Page, within: EndingPart, name: string): Promise<void> {
  await tabTo(page, part(page, within).getByRole('button', { name, exact: true }))
  await page.keyboard.press('Enter')
}

async function leave(page: Page, name: string): Promise<void> {
  const opened = page.getByRole('dialog').or(message(page))
  await expect(opened).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
  await expect(focused(page)).toHaveText(name)
}

async function say(page: Page, name: string): Promise<void> {
  await tabTo(page, message(page).getByRole('button', { name, exact: true }))
  await page.keyboard.press('Enter')
  await expect(message(page)).toHaveCount(0)
}

async function type(
  page: Page,
  { roomNo, code }: { readonly roomNo: string; readonly code: string },
): Promise<void> {
  const asking = page.getByRole('dialog')
  await expect(asking.getByRole('textbox', { name: /^데이터룸 번호/ })).toBeFocused()
  await page.keyboard.type(roomNo)
  await tabTo(page, asking.getByRole('textbox', { name: '내 운영자 코드' }))
  await page.keyboard.type(code.replaceAll('-', ''))
}

async function assure(...given: Parameters<typeof type>): Promise<void> {
  await type(...given)
  await given[0].keyboard.press('Enter')
}

/** @returns the number of calls */
async function enterTwice(page: Page, path: RegExp): Promise<number> {
  let count = 0
  const isCall = (request: Request) => request.method() !== 'GET' && path.test(request.url())
  page.on('request', (request) => {
    if (isCall(request)) count += 1
  })
  const letGo = await hold(page, path)
  await Promise.all([page.waitForRequest(isCall), page.keyboard.press('Enter')])
  await page.keyboard.press('Enter')
  await Promise.all([page.waitForResponse((response) => isCall(response.request())), letGo()])
  await expect(page.getByRole('dialog')).toHaveCount(0)
  return count
}

const staysIn = (page: Page, name: EndingPart) =>
  expect
    .poll(() => part(page, name).evaluate((place) => place.contains(document.activeElement)), {
      message: `the focus stays in ${name}`,
    })
    .toBe(true)

story(
  'two operators freeze, reopen, schedule, ask for the destruction, withdraw and confirm it by the keyboard alone, and never lose the focus',
  async ({ ending, room, strictness }) => {
    strictness.expectRefusals(AT_THE_END)
    const first = await ending.open('first')
    await openEnding(first)

    await press(first, '단계', '동결')
    await leave(first, '동결')
    await expect(present(first)).toContainText('진행 중')
    await first.keyboard.press('Enter')
    await say(first, '동결')
    await expect(present(first)).toContainText('동결')
    await staysIn(first, '단계')
    await press(first, '단계', '재개')
    await say(first, '재개')
    await expect(present(first)).toContainText('진행 중')
    await staysIn(first, '단계')

    await press(first, '종료 예약', '종료 예약')
    await expect(first.getByRole('dialog').getByLabel('날짜')).toBeFocused()
    await first.keyboard.press('Enter')
    await expect(first.getByRole('dialog')).toHaveCount(0)
    await expect(focused(first)).toHaveText('예약 변경')
    await press(first, '종료 예약', '예약 취소')
    await leave(first, '예약 취소')
    await first.keyboard.press('Enter')
    await say(first, '예약 취소')
    await expect(part(first, '종료 예약')).toContainText('예약된 종료가 없습니다.')
    await staysIn(first, '종료 예약')

    await press(first, '파기', '파기 신청')
    await leave(first, '파기 신청')
    await first.keyboard.press('Enter')
    await assure(first, room)
    await expect(part(first, '파기')).toContainText('파기가 신청되었습니다')
    await staysIn(first, '파기')
    await expect(first.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
      '파기',
    )
    await press(first, '파기', '신청 철회')
    await leave(first, '신청 철회')
    await first.keyboard.press('Enter')
    await say(first, '신청 철회')
    await expect(banner(first)).toHaveCount(0)
    await staysIn(first, '파기')

    await press(first, '파기', '파기 신청')
    await assure(first, room)
    const second = await ending.open('second')
    await openEnding(second)
    await press(second, '파기', '파기 확인')
    await leave(second, '파기 확인')
    await second.keyboard.press('Enter')
    await assure(second, { roomNo: room.roomNo, code: ending.second.code })
    await expect(second).toHaveURL(/\/ended$/)
    await tabTo(second, second.getByRole('link', { name: '증명서 확인 페이지' }))
    await second.keyboard.press('Enter')
    await expect(second).toHaveURL(/\/verify$/)
    await expect(first).toHaveURL(/\/login$/)
  },
)

story(
  'Enter that is pressed twice schedules, prepares an archive and asks for the destruction once',
  async ({ ending, room }) => {
    const page = await ending.open('first')
    await openEnding(page)
    await press(page, '종료 예약', '종료 예약')
    await expect(page.getByRole('dialog').getByLabel('날짜')).toBeFocused()
    expect(await enterTwice(page, /\/room\/ending\/schedule$/)).toBe(1)
    await press(page, '보관본', '보관본 만들기')
    await page.getByRole('dialog').getByRole('textbox', { name: '내 운영자 코드' }).fill(room.code)
    expect(await enterTwice(page, /\/room\/api\/archive$/)).toBe(1)
    await press(page, '파기', '파기 신청')
    await type(page, room)
    expect(await enterTwice(page, /\/room\/ending\/destruction$/)).toBe(1)
    await expect(part(page, '파기')).toContainText('파기가 신청되었습니다')
    await expect(message(page)).toHaveCount(0)
  },
)
