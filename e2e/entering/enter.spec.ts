import type { Page } from '@playwright/test'
import { NOTICE } from '../../contract/core/notice.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { expect, test } from '../support/server-fixture.ts'
import { account, answer, enter, focused, message } from '../support/steps.ts'

const pinField = (page: Page) => page.getByRole('textbox', { name: 'PIN' })
const press = (page: Page) => page.getByRole('button', { name: '입장' }).click()

const paste = (page: Page, text: string) =>
  page.evaluate(async (pasted) => {
    await navigator.clipboard.writeText(pasted)
  }, text)

test.describe('the PIN', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('is typed digit by digit, grouped on the way, and opens the room after the notice alone [pin-typed]', async ({
    page,
    app,
  }) => {
    await page.goto('/login')
    await expect(pinField(page)).toBeFocused()
    await page.keyboard.type(app.reader.pin.replaceAll('-', ''))
    await expect(pinField(page)).toHaveValue(app.reader.pin)
    await expect(page.getByText('16 / 16')).toBeVisible()
    await page.keyboard.press('Enter')

    await expect(page).toHaveURL(/\/login\/agree$/)
    await expect(page.getByRole('heading', { name: '비밀유지 동의' })).toBeVisible()
    await expect(page.getByText('안내문.pdf')).toHaveCount(0)
    await page.goto('/')
    await expect(page).toHaveURL(/\/login\/agree$/)

    await page.getByRole('button', { name: '동의하고 입장' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('grid')).toContainText('안내문.pdf')
  })

  test('is pasted with or without hyphens, and with blanks around it', async ({ page, app }) => {
    await page.goto('/login')
    for (const text of [
      app.reader.pin,
      app.reader.pin.replaceAll('-', ''),
      `  ${app.reader.pin.replaceAll('-', ' ')}\n`,
    ]) {
      await pinField(page).fill('')
      await paste(page, text)
      await pinField(page).press('Control+V')
      await expect(pinField(page)).toHaveValue(app.reader.pin)
    }
    await press(page)
    await expect(page).toHaveURL(/\/login\/agree$/)
  })
})

test('the PIN is hidden from who looks on, and shown again, while it is typed', async ({
  page,
  app,
}) => {
  await page.goto('/login')
  const hide = page.getByRole('button', { name: 'PIN 가리기' })
  const shownAs = () =>
    pinField(page).evaluate((field) =>
      getComputedStyle(field).getPropertyValue('-webkit-text-security'),
    )
  await expect(hide).toHaveAttribute('aria-pressed', 'false')
  expect(await shownAs()).toBe('none')
  await hide.press('Enter')
  await expect(hide).toHaveAttribute('aria-pressed', 'true')
  expect(await shownAs()).toBe('disc')
  await expect(page).toHaveURL(/\/login$/)
  await pinField(page).fill(app.reader.pin)
  await expect(pinField(page)).toHaveValue(app.reader.pin)
  await hide.click()
  expect(await shownAs()).toBe('none')
})

test('an empty and an unknown PIN show an error, and the field keeps its text and regains the focus [pin-refused]', async ({
  page,
}) => {
  await page.goto('/login')
  await press(page)
  await expect(message(page)).toContainText('PIN을 입력해 주세요.')
  await expect(message(page).getByRole('heading', { name: 'Check !' })).toBeVisible()
  await expect(focused(page)).toHaveText('확인')
  await page.keyboard.press('Enter')
  await expect(pinField(page)).toBeFocused()

  await page.keyboard.type('12345')
  await page.keyboard.press('Enter')
  await expect(message(page)).toContainText('PIN을 확인해 주세요.')
  await page.keyboard.press('Escape')
  await expect(pinField(page)).toBeFocused()
  await expect(pinField(page)).toHaveValue('123-45')
  await expect(pinField(page)).toHaveAttribute('aria-invalid', 'true')

  await pinField(page).fill('0000000000000000')
  await expect(pinField(page)).toHaveAttribute('aria-invalid', 'false')
  await page.keyboard.press('Enter')
  await expect(message(page)).toContainText('PIN을 확인해 주세요.')
  await answer(page)
  await expect(pinField(page)).toHaveValue('000-00-00000000000')
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull()
})

test('the notice is read in full, its version with it, and its copy is mailed in the language that was read, once [notice-read]', async ({
  url,
  room,
  mailbox,
  openBrowser,
}) => {
  for (const [language, accept, subject] of [
    ['en', 'Agree and enter', 'Copy of your confidentiality agreement'],
    ['ko', '동의하고 입장', ''],
  ] as const) {
    const session = await sessionOf(url, room.pin, { agrees: false })
    const page = await (await openBrowser({ session, language })).newPage()
    await page.goto('/')
    await expect(page).toHaveURL(/\/login\/agree$/)
    const notice = page.getByRole('region', {
      name: language === 'ko' ? '비밀유지 동의문' : 'Confidentiality agreement',
    })
    for (const { title, text } of NOTICE.text[language]) {
      await expect(notice.getByRole('heading', { name: title, exact: true })).toBeVisible()
      await expect(notice).toContainText(text)
    }
    await expect(notice).toContainText(
      language === 'ko' ? `버전 ${NOTICE.version}` : `Version ${NOTICE.version}`,
    )
    await page.getByRole('button', { name: accept }).click()
    await expect(page).toHaveURL(/\/$/)
    if (subject === '') continue
    const mail = await mailbox.mailTo(session.email)
    expect(mail.subject).toContain(subject)
    for (const { text } of NOTICE.text[language]) expect(mail.text).toContain(text)
  }
})

test('a person with an outdated notice on the screen is informed, and sees the newest before agreeing', async ({
  url,
  room,
  openBrowser,
  strictness,
}) => {
  strictness.expectRefusals(/\/room\/checkAgree$/)
  const session = await sessionOf(url, room.pin, { agrees: false })
  const page = await (await openBrowser({ session })).newPage()
  await page.goto('/login/agree')
  // An old page sends the earlier version of the notice.
  const older = String(NOTICE.version - 1)
  await page.route(/\/room\/checkAgree\?/, (route) => {
    const asked = new URL(route.request().url())
    asked.searchParams.set('version', older)
    return route.continue({ url: asked.href })
  })
  await page.getByRole('button', { name: '동의하고 입장' }).click()
  await expect(message(page)).toContainText(
    '동의할 내용이 바뀌었습니다. 새 내용을 읽고 다시 동의해 주세요.',
  )
  await page.unrouteAll()
  const loaded = page.waitForEvent('load')
  await message(page).getByRole('button', { name: '확인', exact: true }).click()
  await loaded
  await expect(page).toHaveURL(/\/login\/agree$/)
  await page.getByRole('button', { name: '동의하고 입장' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('who declines the notice is out again, and the session is over on the server, too', async ({
  page,
  url,
  app,
}) => {
  await page.goto('/login')
  await pinField(page).fill(app.reader.pin)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: '동의하고 입장' })).toBeVisible()
  const { jwt } = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}'))
  const reported = page.waitForResponse((response) =>
    response.url().endsWith('/room/api/room/logout'),
  )
  await page.getByRole('button', { name: '동의하지 않고 나가기' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await reported
  const answered = await fetch(`${url}/api/room/api/room/checkAgree?id=1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${jwt}` },
  })
  expect(answered.status).toBe(401)
})

const OPERATORS = ['/admin/dashboard', '/admin/upload', '/admin/invitation', '/admin/history']

test('each area sends away whom it is not for [areas-shut]', async ({
  page,
  url,
  app,
  openBrowser,
}) => {
  for (const path of ['/', ...OPERATORS, '/login/step', '/login/agree', '/?folder=1']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
    await expect(message(page)).toHaveCount(0)
  }

  const reader = await (
    await openBrowser({ session: await sessionOf(url, app.reader.pin) })
  ).newPage()
  for (const path of ['/login', '/login/step', '/login/agree']) {
    await reader.goto(path)
    await expect(reader.getByRole('grid')).toContainText('안내문.pdf')
    await expect(reader).toHaveURL(/\/$/)
  }
  const asked: string[] = []
  reader.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const path of OPERATORS) {
    await reader.goto(path)
    await expect(message(reader)).toContainText('운영자가 아닙니다.')
    await expect(reader).toHaveURL(/\/$/)
    await answer(reader)
  }
  await reader.reload()
  await expect(reader.getByRole('grid')).toContainText('안내문.pdf')
  await expect(message(reader)).toHaveCount(0)
  await expect(reader.getByRole('link', { name: '운영자 화면', exact: true })).toHaveCount(0)
  expect(
    asked.filter((path) =>
      /roomManger|roomActivity|getDailyLogs|checkManagerPin|admin\/auth|\/dashboard\//.test(path),
    ),
  ).toEqual([])
})

test('an address that leads nowhere says so, with a way home [not-found]', async ({
  page,
  url,
  app,
  openBrowser,
  strictness,
}) => {
  strictness.expectRefusals(/^\/(no\/such\/place|admin\/nothing)$/)
  await page.goto('/no/such/place')
  await expect(page.getByRole('heading', { name: '페이지를 찾을 수 없습니다.' })).toBeVisible()
  await expect(page).toHaveTitle('404 - Data Room')
  await page.getByRole('link', { name: '처음으로' }).click()
  await expect(page).toHaveURL(/\/login$/)

  const reader = await (
    await openBrowser({ session: await sessionOf(url, app.reader.pin) })
  ).newPage()
  await reader.goto('/admin/nothing')
  await expect(reader.getByRole('heading', { name: '페이지를 찾을 수 없습니다.' })).toBeVisible()
  await reader.getByRole('link', { name: '처음으로' }).click()
  await expect(reader.getByRole('grid')).toContainText('안내문.pdf')
})

test('language and theme change at once, hold after a reload, and name the language to assistive technology', async ({
  page,
  url,
  app,
  openBrowser,
  strictness,
}) => {
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('button', { name: 'Enter' })).toBeVisible()
  await expect(page).toHaveTitle('Login - Data Room')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('button', { name: 'Enter' })).toBeVisible()
  await expect(page.getByText('입장')).toHaveCount(0)

  const reader = await (
    await openBrowser({ session: await sessionOf(url, app.reader.pin), colorScheme: 'light' })
  ).newPage()
  await reader.goto('/')
  const ground = () => reader.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await account(reader).click()
  await reader.getByRole('menuitemradio', { name: '어둡게' }).click()
  await expect(reader.locator('html')).toHaveAttribute('data-theme', 'dark')
  const dark = await ground()
  expect(dark).not.toBe(light)
  await reader.reload()
  await expect(reader.getByRole('grid')).toContainText('안내문.pdf')
  expect(await ground()).toBe(dark)

  await account(reader).click()
  await expect(reader.getByRole('menuitemradio', { name: '어둡게' })).toBeChecked()
  const texts = /\/assets\/room\.en-/
  strictness.expectRefusals(texts)
  await reader.route(texts, (route) => route.abort())
  await reader.getByRole('menuitemradio', { name: 'English' }).click()
  await answer(reader)
  await expect(reader.getByRole('button', { name: '로그아웃' })).toBeVisible()
  await expect(reader.locator('html')).toHaveAttribute('lang', 'ko')
  await reader.unroute(texts)
  await reader.reload()
  await account(reader).click()
  await reader.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(reader.getByRole('button', { name: 'Log out' })).toBeVisible()
  await expect(reader.locator('html')).toHaveAttribute('lang', 'en')
  await reader.getByRole('button', { name: /^My account/ }).click()
  await reader.getByRole('menuitemradio', { name: 'System' }).click()
  await expect.poll(ground).toBe(light)
})

test('each screen has a title of its own, begins at its top, and leads the focus on [own-titles]', async ({
  page,
  room,
}) => {
  await page.setViewportSize({ width: 390, height: 500 })
  await page.goto('/about')
  await expect(page).toHaveTitle('서비스 소개 - Data Room')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.getByRole('link', { name: '로그인으로' }).press('Enter')
  await expect(page).toHaveTitle('로그인 - Data Room')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect(pinField(page)).toBeFocused()
  await page.setViewportSize({ width: 1440, height: 900 })
  await enter(page, room.pin)
  await expect(page).toHaveTitle('문서함 - 시험 룸 - Data Room')
  await page.getByRole('link', { name: '운영자 화면', exact: true }).click()
  await expect(page).toHaveTitle('운영자 코드 - Data Room')
  await expect(page.getByRole('textbox', { name: '운영자 코드' })).toBeFocused()
  await page.getByRole('textbox', { name: '운영자 코드' }).fill(room.code)
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('대시보드 - 시험 룸 - Data Room')
  await page.getByRole('navigation').getByRole('link', { name: '파일 업로드' }).click()
  await expect(page).toHaveTitle('파일 업로드 - 시험 룸 - Data Room')
  await page.getByRole('link', { name: '사용자 초대' }).click()
  await expect(page).toHaveTitle('사용자 초대 - 시험 룸 - Data Room')
})

test('logging out ends the session in every tab, and on the server [logout-ends]', async ({
  url,
  app,
  openBrowser,
  strictness,
}) => {
  strictness.expectRefusals(/\/room\/events$/)
  const session = await sessionOf(url, app.reader.pin)
  const browser = await openBrowser({ session })
  const [one, two] = [await browser.newPage(), await browser.newPage()]
  for (const tab of [one, two]) {
    await tab.goto('/')
    await expect(tab.getByRole('grid')).toContainText('안내문.pdf')
  }
  await one.getByRole('button', { name: '로그아웃' }).click()
  for (const tab of [one, two]) {
    await expect(tab).toHaveURL(/\/login$/)
    await expect(tab.getByText('안내문.pdf')).toHaveCount(0)
  }
  const list = () =>
    fetch(`${url}/api/room/api/room/info/${session.roomId}`, {
      headers: { authorization: `Bearer ${session.jwt}` },
    }).then(({ status }) => status)
  await expect.poll(list).toBe(401)
  await two.goBack()
  await expect(two.getByText('안내문.pdf')).toHaveCount(0)
})

test('a session that ended elsewhere leads to the entrance, which says why until the next one [session-over]', async ({
  url,
  app,
  openBrowser,
  strictness,
}) => {
  strictness.expectRefusals(/^\/api\/room\//)
  const session = await sessionOf(url, app.reader.pin)
  const page = await (await openBrowser({ session })).newPage()
  await fetch(`${url}/api/room/api/room/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.jwt}`, 'content-type': 'application/json' },
    body: '{}',
  })
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('로그인이 만료되었습니다. 다시 로그인해 주세요.')).toBeVisible()
  await expect(message(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('로그인이 만료되었습니다. 다시 로그인해 주세요.')).toBeVisible()

  await enter(page, app.reader.pin)
  await page.getByRole('button', { name: '로그아웃' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('로그인이 만료되었습니다.')).toHaveCount(0)
})
