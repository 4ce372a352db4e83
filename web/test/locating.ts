import { expect } from 'vitest'
import { commands, type Locator, locators, page } from 'vitest/browser'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** What a CSS selector finds; for what has neither a role nor a text. */
    getByCss(selector: string): Locator
  }
}

locators.extend({ getByCss: (selector) => `css=${selector}` })

/** The whole text of something, and nothing else. */
export const exactly = (text: string): RegExp => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)

/** Waits until so many are there. */
export const expectCount = (locator: Locator, count: number): Promise<void> =>
  expect.poll(() => locator.elements().length, { message: `${locator.selector}` }).toBe(count)

/** Where something is shown, in CSS pixels. */
export const boxOf = (locator: Locator): DOMRect => locator.element().getBoundingClientRect()

/** Gives an element the focus, and presses a key as Playwright names it. */
export async function press(target: Locator, key: string): Promise<void> {
  await expect.element(target).toBeInTheDocument()
  ;(target.element() as HTMLElement).focus()
  await commands.press(key)
}

/** Presses Tab until the control has the focus; fails where it is never reached. */
export async function tabTo(control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect.element(control).toBeVisible()
  for (let steps = 0; steps < 40; steps += 1) {
    if (control.element() === document.activeElement) return
    await commands.press(key)
  }
  await expect.element(control, { message: 'reached by the Tab key' }).toHaveFocus()
}

/** What is said in passing. */
export const told = (text: string): Locator => page.getByCss('.toast').filter({ hasText: text })
