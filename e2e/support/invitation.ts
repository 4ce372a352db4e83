import type { Locator, Page } from '@playwright/test'
import { type RememberedSession, sessionOf } from './furnished-room.ts'
import { expect, test } from './server-fixture.ts'

interface InvitingOperator {
  readonly page: Page
  readonly session: RememberedSession
}

export const story = test.extend<{ operator: InvitingOperator }>({
  operator: async ({ openBrowser, url, room }, use) => {
    const session = await sessionOf(url, room.pin, { code: room.code })
    const page = await (
      await openBrowser({ session, viewport: { width: 1440, height: 900 } })
    ).newPage()
    await page.goto('/admin/invitation')
    await use({ page, session })
  },
})

const people = (page: Page): Locator => page.getByRole('grid', { name: '사용자 초대' })
export const person = (page: Page, email: string): Locator =>
  people(page).getByRole('row').filter({ hasText: email })

export const dialog = (page: Page): Locator => page.getByRole('dialog', { name: '사용자 초대' })
export const rows = (page: Page): Locator => dialog(page).getByRole('group')
export const field = (at: Locator, label: string): Locator =>
  at.getByRole('textbox', { name: new RegExp(`^${label} `) })

export async function startInviting(page: Page): Promise<void> {
  await page.getByRole('button', { name: '초대', exact: true }).first().click()
  await expect(field(rows(page).first(), '이름')).toBeFocused()
}
