import { expect } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { atEnd } from './app.tsx'
import { focused, message } from './steps.ts'

/** Rows, pages and responses take seconds on a busy machine. */
export const eventually = <Seen>(look: () => Seen) => expect.poll(look, { timeout: 10_000 })

export const expectCount = (all: Locator, count: number): Promise<void> =>
  eventually(() => all.elements().length).toBe(count)

export const textsOf = (all: Locator): (string | null)[] =>
  all.elements().map(({ textContent }) => textContent)

export async function tabTo(control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect.element(control).toBeVisible()
  for (let steps = 0; steps < 40; steps += 1) {
    if (focused() === control.element()) return
    await commands.press(key)
  }
  await expect.element(control).toHaveFocus()
}

export async function clickDisabled(control: Locator): Promise<void> {
  await expect.element(control).toHaveAttribute('aria-disabled', 'true')
  await control.hover()
  await commands.pressMouse()
  await commands.releaseMouse()
}

export async function expectDrawn(number: number): Promise<void> {
  const image = page.getByRole('img', { name: `${number}쪽`, exact: true })
  await eventually(
    () => (image.query() as HTMLImageElement | null)?.naturalWidth ?? 0,
  ).toBeGreaterThan(0)
  await expect.element(image).toBeVisible()
}

export const expectMessage = (text: string): Promise<void> =>
  eventually(() => message()?.textContent ?? '').toContain(text)

export const expectNoMessage = (): Promise<void> => eventually(message).toBeNull()

export const news = (text: string): Locator =>
  page.getByRole('region', { name: '알림' }).getByText(text)

export function beforeCalls(
  path: RegExp,
  work: (url: URL, body: string) => void | Promise<void>,
): void {
  const original = window.fetch
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    if (!path.test(url.pathname)) return original(input, init)
    await work(url, typeof init?.body === 'string' ? init.body : '')
    return original(url, init)
  }
  atEnd(() => {
    window.fetch = original
  })
}

export function beforeAnswers(path: RegExp, work: () => Promise<void>): void {
  const original = window.fetch
  window.fetch = async (input, init) => {
    const answer = await original(input, init)
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    if (path.test(url.pathname)) await work()
    return answer
  }
  atEnd(() => {
    window.fetch = original
  })
}
