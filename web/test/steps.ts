import { expect } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'

/** The list of files, as readers and as operators have it. */
export const list = (): Locator => page.getByRole('grid').or(page.getByRole('treegrid'))

/** A row of the list of files. */
export const row = (name: string | RegExp): Locator => list().getByRole('row', { name })

/** The message that is up; what is said in passing has the same role, but is not modal. */
export const message = (): HTMLElement | null => document.querySelector('[role=alertdialog]:not([aria-modal=false])')

/** A dialog of this name. */
export const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name })

/** Answers the message that is up, and waits until it is gone. */
export async function answer(name = '확인'): Promise<void> {
  await expect.poll(message).not.toBeNull()
  const answered = message()
  await page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()
  await expect.poll(() => answered?.isConnected).toBe(false)
}

/** Takes the focus to an element as the keyboard does. */
export async function focus(target: Locator): Promise<void> {
  await expect.element(target).toBeInTheDocument()
  ;(target.element() as HTMLElement).focus()
}

/** The element that has the focus. */
export const focused = (): Element | null => document.activeElement

/** The middle of an element, for the mouse. */
export async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  await expect.element(target).toBeVisible()
  const { left, top, width, height } = target.element().getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** Drags one element onto another, as a hand with a mouse does; `over` is done before the button is let go. */
export async function drag(from: Locator, to: Locator, over?: () => Promise<void>): Promise<void> {
  await commands.moveMouse(await middleOf(from))
  await commands.pressMouse()
  await commands.moveMouse(await middleOf(to), 4)
  // The browser asks where a drag may go only while it moves.
  await commands.moveMouse(await middleOf(to))
  try {
    await over?.()
  } finally {
    await commands.releaseMouse()
  }
}

/** The card that follows the uploads over all screens. */
export const uploadCard = (): Locator => page.getByRole('complementary', { name: '업로드 진행 상황' })

/** Texts of all that is found, as they are read. */
export const texts = (found: Locator): string[] => found.elements().map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim() ?? '')

/** Waits until all that is found has these texts, and nothing else. */
export const expectTexts = (found: Locator, expected: readonly string[]): Promise<void> =>
  expect.poll(() => texts(found), { message: `${found.selector}` }).toEqual(expected)

/** Waits until the focus is in what has this text. */
export const expectFocused = (text: string | RegExp): Promise<void> =>
  expect.poll(() => focused()?.textContent?.trim()).toMatch(typeof text === 'string' ? new RegExp(`^${text}$`) : text)
