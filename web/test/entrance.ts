import { expect } from 'vitest'
import { commands, page } from 'vitest/browser'
import { type App, openApp } from './app.tsx'

export async function enterAt(app: App, pin: string): Promise<void> {
  await page.getByRole('textbox', { name: 'PIN' }).fill(pin)
  await commands.press('Enter')
  await page.getByRole('button', { name: '동의하고 입장' }).click()
  await expect.element(page.getByRole('button', { name: '로그아웃' })).toBeVisible()
  expect(app.address()).not.toMatch(/login/)
}

export async function enterAgain(pin: string): Promise<App> {
  const app = await openApp('/login')
  await enterAt(app, pin)
  return app
}
