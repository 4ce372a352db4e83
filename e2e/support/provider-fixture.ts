import type { Page } from '@playwright/test'
import {
  type RealProvider,
  startRealProvider,
} from '../../server/test/servers/oidc/real-provider.ts'
import { test as base } from './server-fixture.ts'

export const providing = (options: Parameters<typeof startRealProvider>[0]) =>
  base.extend<object, { readonly provider: RealProvider }>({
    provider: [
      async ({ browserName: _ }, use) => {
        const provider = await startRealProvider(options)
        await use(provider)
        await provider.close()
      },
      { scope: 'worker' },
    ],
    settings: [
      async ({ provider }, use) =>
        use({ OIDC_PROVIDERS: JSON.stringify([provider.settings]), OIDC_TO_LOOPBACK: '1' }),
      { scope: 'worker' },
    ],
  })

export async function answerProvider(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

export async function signInAtProvider(
  page: Page,
  login: string,
  button = '회사 계정 로그인',
): Promise<void> {
  await page.getByRole('link', { name: button }).click()
  await answerProvider(page, login)
}
