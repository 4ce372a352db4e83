import type { Page } from '@playwright/test'
import type { TestSmtpServer } from '../../server/test/servers/smtp-server.ts'
import { startSmtpServer } from '../../server/test/servers/smtp-server.ts'
import { type RememberedSession, sessionOf } from './furnished-room.ts'
import { expect, test } from './server-fixture.ts'
import { answer } from './steps.ts'

export const PIN = /\b\d{3}-\d{2}-\d{11}\b/

export interface PostOffice {
  readonly smtp: TestSmtpServer
  /** These addresses are refused permanently. */
  readonly refused: Set<string>
}

export const story = test.extend<
  { operator: { readonly page: Page; readonly session: RememberedSession } },
  { post: PostOffice }
>({
  post: [
    async ({ playwright: _ }, use) => {
      const refused = new Set<string>()
      const smtp = await startSmtpServer((address) => (refused.has(address) ? 550 : undefined))
      await use({ smtp, refused })
      await smtp.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ post }, use) => use({ SMTP_URL: `smtp://127.0.0.1:${post.smtp.port}` }),
    { scope: 'worker' },
  ],
  operator: async ({ openBrowser, url, room }, use) => {
    const session = await sessionOf(url, room.pin, { code: room.code })
    const page = await (
      await openBrowser({ session, viewport: { width: 1440, height: 900 } })
    ).newPage()
    await page.goto('/admin/invitation')
    await use({ page, session })
  },
})

export const person = (page: Page, email: string) =>
  page.getByRole('grid').getByRole('row').filter({ hasText: email })

export async function invite(page: Page, name: string, email: string): Promise<void> {
  await page.getByRole('button', { name: '초대', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: '사용자 초대' })
  await dialog.getByRole('textbox', { name: /^이름 / }).fill(name)
  await dialog.getByRole('textbox', { name: /^이메일 / }).fill(email)
  await dialog.getByRole('button', { name: '완료' }).click()
  await answer(page)
  await expect(dialog).toHaveCount(0)
}

export async function pinMailedTo(smtp: TestSmtpServer, email: string): Promise<string> {
  let pin: string | undefined
  await expect
    .poll(async () => (pin = PIN.exec((await smtp.newestTo(email))?.text ?? '')?.[0]))
    .toBeDefined()
  return pin ?? ''
}
