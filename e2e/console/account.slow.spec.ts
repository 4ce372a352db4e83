import { axe } from '../support/axe.ts'
import { answerProvider, providing, signInAtProvider } from '../support/provider-fixture.ts'
import { expect } from '../support/server-fixture.ts'

const test = providing({ administrators: true })

test.use({ host: 'localhost' })
test.describe.configure({ timeout: 150_000 })

test('an administrator accepts the invitation with an account, enters again with it, and somebody else does not', async ({
  page,
  server,
  provider,
  openBrowser,
  strictness,
}) => {
  strictness.expectRefusals(/\/console\/session\/oidc\/complete$/)
  strictness.expectVisits(provider.settings.issuer)
  const email = 'account@example.com'
  provider.put('administrator', { email, email_verified: true, acr: 'mfa' })
  provider.put('stranger', { email: 'stranger@example.com', email_verified: true, acr: 'mfa' })
  const { stdout } = await server.home.room([
    'administrator',
    'invite',
    '--email',
    email,
    '--name',
    '한관리',
    '--json',
  ])
  const { link } = JSON.parse(stdout) as { link: string }
  await page.goto(link)
  await axe(page)
  await signInAtProvider(page, 'administrator', '회사 계정 로그인으로 수락')
  await expect(page.getByRole('button', { name: '데이터룸 만들기' })).toBeVisible()
  expect(page.url()).not.toMatch(/code|state|signed-on/)
  await page
    .getByRole('navigation', { name: '콘솔 메뉴' })
    .getByRole('link', { name: '관리자' })
    .click()
  await expect(page.getByRole('row', { name: /한관리 \(나\)/ })).toContainText('회사 계정')
  await page
    .getByRole('navigation', { name: '콘솔 메뉴' })
    .getByRole('link', { name: '기록' })
    .click()
  await expect(page.getByRole('main')).toContainText('계정으로 로그인')

  provider.put('second', { email: 'second@example.com', email_verified: true, acr: 'mfa' })
  await server.home.room([
    'administrator',
    'invite',
    '--email',
    'second@example.com',
    '--name',
    '두관리',
    '--json',
  ])
  await page.context().clearCookies()
  await page.goto('/api/console/session/oidc/firm/start')
  await answerProvider(page, 'second')
  await page
    .getByRole('navigation', { name: '콘솔 메뉴' })
    .getByRole('link', { name: '관리자' })
    .click()
  await expect(page.getByRole('row', { name: /두관리 \(나\)/ })).toBeVisible()
  await page.getByRole('button', { name: '로그아웃' }).click()
  await expect(page.getByRole('button', { name: '패스키로 로그인' })).toBeVisible()
  await axe(page)
  await expect(page.getByRole('alert')).toBeEmpty()

  const other = await (await openBrowser()).newPage()
  await other.goto('/console')
  await signInAtProvider(other, 'stranger')
  await expect(other.getByRole('alert')).toContainText('이 계정으로는 콘솔에 로그인할 수 없습니다.')
  await expect(other.getByRole('button', { name: '패스키로 로그인' })).toBeVisible()
  await axe(other)
})
