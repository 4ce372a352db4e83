import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { dialog, message } from './steps.ts'

export const people = (): Locator => page.getByRole('grid', { name: '사용자 초대' })
export const person = (email: string): Locator =>
  people().getByRole('row').filter({ hasText: email })

export const invitation = (): Locator => dialog('사용자 초대')
export const rows = (): Locator => invitation().getByRole('group')
export const field = (at: Locator, label: string): Locator =>
  at.getByRole('textbox', { name: new RegExp(`^${label} `) })

export async function startInviting(): Promise<void> {
  await page.getByRole('button', { name: '초대', exact: true }).first().click()
  await expect.element(field(rows().first(), '이름')).toHaveFocus()
}

export const expectMessage = (text: string | RegExp): Promise<void> =>
  expect.poll(() => message()?.textContent).toMatch(text)
