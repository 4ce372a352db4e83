import { expect } from 'vitest'
import { commands, type Locator, locators, page } from 'vitest/browser'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    getByCss(selector: string): Locator
  }
}

locators.extend({ getByCss: (selector) => `css=${selector}` })

export const exactly = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)

export const expectCount = (locator: Locator, count: number): Promise<void> =>
  expect.poll(() => locator.elements().length, { message: `${locator.selector}` }).toBe(count)

export const boxOf = (locator: Locator): DOMRect => locator.element().getBoundingClientRect()

export async function press(target: Locator, key: string): Promise<void> {
  await expect.element(target).toBeInTheDocument()
  ;(target.element() as HTMLElement).focus()
  await commands.press(key)
}

export async function tabTo(control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect.element(control).toBeVisible()
  for (let steps = 0; steps < 40; steps += 1) {
    if (control.element() === document.activeElement) return
    await commands.press(key)
  }
  await expect.element(control, { message: 'reached by the Tab key' }).toHaveFocus()
}

export const reported = (text: string): Locator => page.getByCss('.toast').filter({ hasText: text })
