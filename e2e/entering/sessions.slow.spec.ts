import type { Page } from '@playwright/test'
import { sessionOf } from '../support/furnished-room.ts'
import { expect, test } from '../support/server-fixture.ts'
import { account, answer, chooseOfAccount, enter, focused, message } from '../support/steps.ts'

test.describe.configure({ timeout: 150_000 })

const documents = (page: Page) => page.getByRole('grid')
const sessions = (page: Page) => page.getByRole('dialog', { name: '내 로그인' })
const openSessions = async (page: Page): Promise<void> => {
  await chooseOfAccount(page, '내 로그인')
  await expect(sessions(page).getByRole('listitem').first()).toBeVisible()
}

const outOfSight = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' }),
  )

test('one’s own sessions are listed, one is ended and its browser notified at once, then all others', async ({
  app,
  openBrowser,
  strictness,
}) => {
  strictness.expectRefusals(/\/room\/events$/)
  const open = async () => {
    const page = await (await openBrowser()).newPage()
    await enter(page, app.reader.pin)
    await expect(documents(page)).toBeVisible()
    return page
  }
  const before = await open()
  await openSessions(before)
  const all = sessions(before).getByRole('button', { name: '다른 로그인 모두 종료' })
  if (await all.isVisible()) {
    await all.click()
    await answer(before, '종료')
  }
  await expect(sessions(before).getByRole('listitem')).toHaveCount(1)
  await expect(all).toHaveCount(0)
  await before.keyboard.press('Escape')
  await expect(account(before)).toBeFocused()

  const second = await open()
  const third = await open()
  await openSessions(third)
  const rows = sessions(third).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('현재 로그인')
  await expect(rows.first()).toContainText('Linux의 Chrome')
  await expect(rows.first().getByRole('button')).toHaveCount(0)
  await expect(rows.nth(1)).toContainText(/127\.0\.0\.x/)
  await expect(focused(third)).toHaveText('닫기')

  await rows.nth(1).getByRole('button', { name: /^종료/ }).click()
  await expect(message(third)).toContainText('이 로그인을 종료하시겠습니까?')
  await answer(third, '취소')
  await expect(rows).toHaveCount(3)
  await expect(documents(second)).toBeVisible()
  await rows.nth(1).getByRole('button', { name: /^종료/ }).press('Enter')
  await answer(third, '종료')
  await expect(rows).toHaveCount(2)
  await expect(focused(third)).toHaveText('닫기')
  await expect(second).toHaveURL(/\/login$/)
  await expect(
    second.getByText('다른 기기에서 이 로그인을 종료했습니다. 다시 로그인해 주세요.'),
  ).toBeVisible()
  await expect(documents(second)).toHaveCount(0)
  await expect(documents(before)).toBeVisible()

  await sessions(third).getByRole('button', { name: '다른 로그인 모두 종료' }).click()
  await expect(message(third)).toContainText(
    '현재 로그인을 뺀 다른 로그인을 모두 종료하시겠습니까?',
  )
  await answer(third, '종료')
  await expect(rows).toHaveCount(1)
  await expect(before).toHaveURL(/\/login$/)
  await expect(documents(third)).toHaveCount(1)
})

test('at an IP address, where browsers have no passkeys, none is offered', async ({
  url,
  app,
  openBrowser,
}) => {
  const session = await sessionOf(url, app.room.pin, { code: app.room.code })
  const operator = await (await openBrowser({ session })).newPage()
  await operator.goto('/admin/upload')
  await expect(operator.getByRole('button', { name: '폴더 만들기' })).toBeVisible()
  await openSessions(operator)
  await expect(sessions(operator).getByRole('button', { name: '닫기' })).toBeVisible()
  await expect(operator.getByText('패스키')).toHaveCount(0)
})

test('an operator logs a person out, after a question; the person may come back', async ({
  url,
  room,
  openBrowser,
  mailbox,
  strictness,
}) => {
  strictness.expectRefusals(/\/room\/events$/)
  const session = await sessionOf(url, room.pin, { code: room.code })
  const operator = await (
    await openBrowser({ session, viewport: { width: 1440, height: 900 } })
  ).newPage()
  await operator.goto('/admin/invitation')
  await operator.getByRole('button', { name: '초대', exact: true }).first().click()
  const invitation = operator.getByRole('dialog', { name: '사용자 초대' })
  await invitation.getByRole('textbox', { name: /^이름 / }).fill('이참여')
  await invitation.getByRole('textbox', { name: /^이메일 / }).fill('out@example.com')
  await invitation.getByRole('button', { name: '완료' }).click()
  await answer(operator)
  const pin = await mailbox.pinFor('out@example.com')
  const guest = await (await openBrowser()).newPage()
  await enter(guest, pin)

  const choose = async (name: string, confirm: string) => {
    await operator.getByRole('button', { name: `${name} 작업` }).click()
    await operator.getByRole('menuitem', { name: '강제 로그아웃' }).click()
    await expect(message(operator)).toContainText('이참여 님을 모든 기기에서 로그아웃하시겠습니까?')
    await answer(operator, confirm)
  }
  await choose('이참여', '취소')
  await expect(guest.getByRole('button', { name: '로그아웃' })).toBeVisible()
  await choose('이참여', '강제 로그아웃')
  await expect(operator.getByText('로그인 1개를 종료했습니다.')).toBeVisible()
  await expect(guest).toHaveURL(/\/login$/)
  await expect(
    guest.getByText('운영자가 로그인을 종료했습니다. 다시 로그인해 주세요.'),
  ).toBeVisible()
  await enter(guest, pin)

  await operator
    .getByRole('row')
    .filter({ hasText: 'op@example.com' })
    .getByRole('button', { name: /작업$/ })
    .click()
  await expect(operator.getByRole('menuitem', { name: '강제 로그아웃' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test('tabs of one browser end together and enter together', async ({
  app,
  openBrowser,
  strictness,
}) => {
  strictness.expectRefusals(/^\/api\/room\//)
  const browser = await openBrowser()
  const [one, two] = [await browser.newPage(), await browser.newPage()]
  await enter(one, app.reader.pin)
  await two.goto('/')
  await expect(documents(two)).toContainText('안내문.pdf')
  await one.getByRole('button', { name: '로그아웃' }).click()
  for (const page of [one, two]) {
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByText('안내문.pdf')).toHaveCount(0)
  }
  expect(await two.evaluate(() => localStorage.getItem('session'))).toBeNull()
  await enter(two, app.reader.pin)
  await expect(documents(one)).toContainText('안내문.pdf')
})

test('the answer in one tab takes the question from the other, and the idle end comes to both', async ({
  url,
  app,
  openBrowser,
  strictness,
}) => {
  strictness.expectRefusals(/^\/api\/room\//)
  const browser = await openBrowser({ session: await sessionOf(url, app.reader.pin) })
  await browser.clock.install()
  const [one, two] = [await browser.newPage(), await browser.newPage()]
  for (const page of [one, two]) {
    await page.goto('/')
    await expect(documents(page)).toBeVisible()
  }
  await browser.clock.fastForward('28:05')
  for (const page of [one, two]) await expect(message(page)).toContainText('계속 이용하시겠습니까?')
  // The clock is paused, so only a message from the other tab can change this.
  await browser.clock.pauseAt(await one.evaluate(() => Date.now() + 1_000))
  await answer(two, '계속 이용')
  await expect(message(one)).toHaveCount(0)
  await browser.clock.resume()
  await browser.clock.fastForward('30:05')
  for (const page of [one, two]) {
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByText('30분 동안 사용하지 않아 로그아웃되었습니다.')).toBeVisible()
    await expect(documents(page)).toHaveCount(0)
  }
})

test('a blocked person loses every open tab, hidden ones included', async ({
  url,
  room,
  openBrowser,
  mailbox,
  strictness,
}) => {
  strictness.expectRefusals(/\/room\/events$/)
  const session = await sessionOf(url, room.pin, { code: room.code })
  const operator = await (
    await openBrowser({ session, viewport: { width: 1440, height: 900 } })
  ).newPage()
  await operator.goto('/admin/invitation')
  await operator.getByRole('button', { name: '초대', exact: true }).first().click()
  const invitation = operator.getByRole('dialog', { name: '사용자 초대' })
  await invitation.getByRole('textbox', { name: /^이름 / }).fill('이참여')
  await invitation.getByRole('textbox', { name: /^이메일 / }).fill('blocked@example.com')
  await invitation.getByRole('button', { name: '완료' }).click()
  await answer(operator)
  const remembered = await sessionOf(url, await mailbox.pinFor('blocked@example.com'))
  const browser = await openBrowser({ session: remembered })
  const pages = [await browser.newPage(), await browser.newPage(), await browser.newPage()]
  for (const page of pages) {
    await outOfSight(page)
    await page.goto('/')
    await expect(page.getByText('아직 등록된 문서가 없습니다.')).toBeVisible()
  }
  // One tab holds all tabs' event stream.
  await expect
    .poll(() => pages[0]?.evaluate(async () => (await navigator.locks.query()).held?.length))
    .toBe(1)
  await operator.getByRole('switch', { name: /이참여 접근/ }).click()
  await answer(operator, '일시 차단')
  for (const page of pages) {
    await expect(page).toHaveURL(/\/login$/)
    await expect(
      page.getByText('운영자가 접근을 일시 차단했습니다. 운영자에게 문의해 주세요.'),
    ).toBeVisible()
  }
})
