import { expect, type Locator, type Page } from '@playwright/test'
import type { RoomToFurnish } from './furnished-room.ts'

/** Toasts are not modal. */
export const message = (page: Page): Locator =>
  page.locator('[role=alertdialog]:not([aria-modal=false])')

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })

export async function answer(page: Page, name = '확인'): Promise<void> {
  const answered = await message(page).elementHandle()
  await message(page).getByRole('button', { name, exact: true }).click()
  await answered?.waitForElementState('hidden')
}

export const account = (page: Page): Locator => page.getByRole('button', { name: /^내 계정/ })

export async function chooseOfAccount(page: Page, entry: string): Promise<void> {
  await account(page).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

export async function enter(page: Page, pin: string): Promise<void> {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'PIN' }).fill(pin)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '동의하고 입장' }).click()
  await expect(page.getByRole('button', { name: '로그아웃' })).toBeVisible()
}

export const dashboard = (page: Page): Locator =>
  page.getByRole('heading', { name: '대시보드', level: 1 })

export async function enterOperatorArea(page: Page, { pin, code }: RoomToFurnish): Promise<void> {
  await enter(page, pin)
  await page.getByRole('link', { name: '운영자 화면', exact: true }).click()
  await page.getByRole('textbox', { name: '운영자 코드' }).fill(code)
  await page.keyboard.press('Enter')
  await expect(dashboard(page)).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: '파일 업로드' }).click()
  await expect(page.getByRole('button', { name: '폴더 만들기' })).toBeVisible()
}

export const list = (page: Page): Locator => page.getByRole('grid').or(page.getByRole('treegrid'))

export const row = (page: Page, name: string | RegExp): Locator =>
  list(page).getByRole('row', { name })

export const focused = (page: Page): Locator => page.locator(':focus')

export async function tabTo(
  page: Page,
  control: Locator,
  key: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab',
): Promise<void> {
  await expect(control).toBeVisible()
  for (let steps = 0; steps < 40; steps += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(control, 'reached by the Tab key').toBeFocused()
}

/** Playwright's click would wait forever. */
export async function clickDisabled(page: Page, control: Locator): Promise<void> {
  await expect(control).toHaveAttribute('aria-disabled', 'true')
  await control.hover()
  await page.mouse.down()
  await page.mouse.up()
}

export const fileInput = (page: Page, label: '업로드' | '폴더 업로드'): Locator =>
  page.locator(`input[type=file][aria-label="${label}"]`)

export const pdf = (name: string, bytes: Uint8Array | string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(bytes),
})

export async function hold(page: Page, path: RegExp): Promise<() => void> {
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(path, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}
