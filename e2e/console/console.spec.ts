import type { Page } from '@playwright/test'
import type { Installation } from '../../server/test/harness/server-process.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { axe } from '../support/axe.ts'
import { expect, test } from '../support/server-fixture.ts'
import { enterOperatorArea } from '../support/steps.ts'

test.use({ host: 'localhost' })
test.describe.configure({ timeout: 120_000 })

const main = (page: Page) => page.getByRole('main')
const go = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '콘솔 메뉴' }).getByRole('link', { name }).click()

const isWiderThanItself = (element: Element) =>
  [element, ...element.querySelectorAll('section')].some(
    ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
  )

async function invite(home: Installation, email: string): Promise<string> {
  const { stdout } = await home.room([
    'administrator',
    'invite',
    '--email',
    email,
    '--name',
    '한관리',
    '--json',
  ])
  return (JSON.parse(stdout) as { link: string }).link
}

test('an administrator registers a passkey, signs on with it, and makes a room, which its operator enters with the mailed PIN', async ({
  page,
  server,
  mailbox,
  openBrowser,
}) => {
  await addAuthenticator(page)
  await page.goto(await invite(server.home, 'admin@example.com'))
  await expect(page.getByText('한관리 (admin@example.com)')).toBeVisible()
  expect(page.url()).not.toContain('invite')
  await page.getByRole('button', { name: '패스키 등록' }).click()
  await expect(page.getByRole('button', { name: '데이터룸 만들기' })).toBeVisible()
  await page.getByRole('button', { name: '로그아웃' }).click()
  await page.getByRole('button', { name: '패스키로 로그인' }).press('Enter')
  await page.getByRole('button', { name: '데이터룸 만들기' }).click()
  const dialog = page.getByRole('dialog', { name: '데이터룸 만들기' })
  await dialog.getByLabel('데이터룸 이름').fill('콘솔이 만든 룸')
  await dialog.getByLabel('운영자 이름').fill('윤운영')
  await dialog.getByLabel('운영자 이메일').fill('yoon@example.com')
  await dialog.getByRole('button', { name: '폴더 구조' }).click()
  await page.getByRole('option', { name: '회계감사' }).click()
  await dialog.getByRole('button', { name: '만들기' }).click()
  await expect(dialog).toBeHidden()
  const [pin, code] = [
    await mailbox.pinFor('yoon@example.com'),
    await mailbox.codeFor('yoon@example.com'),
  ]
  expect(await page.content()).not.toContain(pin)

  await page.getByRole('button', { name: '콘솔이 만든 룸' }).click()
  const panel = page.getByRole('dialog', { name: '콘솔이 만든 룸' })
  await panel.getByRole('button', { name: '운영자 추가 요청' }).click()
  const asking = page.getByRole('dialog', { name: '운영자 추가 요청' })
  await asking.getByLabel('운영자 이름').fill('새운영')
  await asking.getByLabel('운영자 이메일').fill('later@example.com')
  await asking.getByRole('button', { name: '요청', exact: true }).click()
  await expect(panel.getByText('운영자 추가 · later@example.com')).toBeVisible()

  const operator = await (await openBrowser()).newPage()
  await enterOperatorArea(operator, { roomId: 0, roomNo: '', pin, code })
  const asked = operator.getByRole('region', { name: '설치 관리자의 요청' })
  await expect(asked).toContainText('새운영 (later@example.com)')
  await asked.getByRole('button', { name: '승인' }).click()
  await expect(asked).toBeHidden()
  await mailbox.pinFor('later@example.com')
})

test('each page of the console stands by itself, in both languages, and what is made once is shown once', async ({
  page,
  server,
  strictness,
}) => {
  await addAuthenticator(page)
  await page.goto(await invite(server.home, 'pages@example.com'))
  await page.getByRole('button', { name: '패스키 등록' }).click()
  await go(page, 'API 키')
  await page.getByRole('button', { name: 'API 키 만들기' }).click()
  await page.getByRole('dialog').getByLabel('이름').fill('포털')
  await page.getByRole('dialog').getByRole('button', { name: '만들기' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^srk_/ })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '닫기' }).click()
  await expect(main(page).getByText('포털')).toBeVisible()
  await expect(main(page)).not.toContainText('srk_')
  for (const name of ['상태', '실패한 메일', '웹훅', '관리자', '기록', '데이터룸']) {
    await go(page, name)
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await axe(page)
  }
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Installation console' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'New data room' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  for (const name of ['Data rooms', 'Administrators', 'API keys', 'Log']) {
    await page.getByRole('link', { name, exact: true }).click()
    const table = main(page).getByRole('table', { name })
    await expect(table).toBeVisible()
    expect(await main(page).evaluate(isWiderThanItself)).toBe(false)
    if (name === 'Data rooms') await axe(page)
  }
  await expect(page.getByRole('link', { name: 'Log', exact: true })).toBeInViewport({ ratio: 1 })

  strictness.expectRefusals(/\/api\/console\//)
  await page.evaluate(() => sessionStorage.setItem('console', 'ended'.padEnd(43, 'x')))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('You have been signed off.')
})
