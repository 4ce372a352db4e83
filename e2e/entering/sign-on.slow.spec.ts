import type { Page } from '@playwright/test'
import { enterAsOperator } from '../../server/test/harness/server-process.ts'
import { type RealProvider, startRealProvider } from '../../server/test/servers/oidc/real-provider.ts'
import { acceptProvider } from '../../server/test/sign-on/sign-on.ts'
import { test as base, expect } from '../support/server-fixture.ts'

const test = base.extend<object, { readonly provider: RealProvider }>({
  provider: [
    async ({ browserName: _ }, use) => {
      const provider = await startRealProvider({})
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ provider }, use) => use({ OIDC_PROVIDERS: JSON.stringify([provider.settings]), OIDC_TO_LOOPBACK: '1' }),
    { scope: 'worker' },
  ],
})

test.describe.configure({ timeout: 150_000 })

const EMAIL = 'adviser@deals.example'

async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByRole('link', { name: '회사 계정 로그인' }).click()
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('an operator accepts a provider, an adviser enters with the account, and somebody else does not', async ({
  page,
  openBrowser,
  url,
  rooms,
  provider,
  strictness,
}) => {
  strictness.expectRefusals(/\/(session\/oidc\/complete|room\/events|room\/logout)$/)
  strictness.expectVisits(provider.settings.issuer)
  provider.put('adviser', { email: EMAIL, email_verified: true })
  provider.put('stranger', { email: 'stranger@deals.example', email_verified: true })
  const made = await rooms.make('갑 인수')
  const operator = await enterAsOperator(url, made)
  await operator.makeFolder('갑 폴더')
  await operator.invite([{ name: '박자문', email: EMAIL }])
  await acceptProvider({ operator, roomId: operator.me.roomId })

  await page.goto('/login')
  await signInAtProvider(page, 'adviser')
  await page.getByRole('button', { name: '동의하고 입장' }).click()
  await expect(page.getByRole('grid')).toContainText('갑 폴더')
  expect(page.url()).not.toMatch(/code|state/)

  const other = await (await openBrowser()).newPage()
  await other.goto('/login')
  await signInAtProvider(other, 'stranger')
  await expect(other.getByRole('alert')).toContainText('이 계정으로 입장할 수 있는 데이터룸이 없습니다.')
  await other.getByRole('link', { name: '로그인 화면으로' }).click()
  await expect(other.getByRole('textbox', { name: 'PIN' })).toBeVisible()
})
