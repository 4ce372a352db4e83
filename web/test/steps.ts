import { expect } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'

export const list = (): Locator => page.getByRole('grid').or(page.getByRole('treegrid'))

export const row = (name: string | RegExp): Locator => list().getByRole('row', { name })

/** Toasts are not modal. */
export const message = (): HTMLElement | null =>
  document.querySelector('[role=alertdialog]:not([aria-modal=false])')

export const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name })

export async function answer(name = '확인'): Promise<void> {
  await expect.poll(message).not.toBeNull()
  const answered = message()
  await page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()
  await expect.poll(() => answered?.isConnected).toBe(false)
}

export async function focus(target: Locator): Promise<void> {
  await expect.element(target).toBeInTheDocument()
  ;(target.element() as HTMLElement).focus()
}

export const focused = (): Element | null => document.activeElement

export async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  await expect.element(target).toBeVisible()
  const { left, top, width, height } = target.element().getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

export async function drag(from: Locator, to: Locator, over?: () => Promise<void>): Promise<void> {
  await commands.moveMouse(await middleOf(from))
  await commands.pressMouse()
  await commands.moveMouse(await middleOf(to), 4)
  // The browser fires dragover only while the mouse moves.
  await commands.moveMouse(await middleOf(to))
  try {
    await over?.()
  } finally {
    await commands.releaseMouse()
  }
}

export const uploadCard = (): Locator =>
  page.getByRole('complementary', { name: '업로드 진행 상황' })

export const texts = (found: Locator): string[] =>
  found.elements().map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim() ?? '')

export const expectTexts = (found: Locator, expected: readonly string[]): Promise<void> =>
  expect.poll(() => texts(found), { message: `${found.selector}` }).toEqual(expected)

export const expectFocused = (text: string | RegExp): Promise<void> =>
  expect
    .poll(() => focused()?.textContent?.trim())
    .toMatch(typeof text === 'string' ? new RegExp(`^${text}$`) : text)
