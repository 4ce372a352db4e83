import { expect } from 'vitest'
import { commands, type Locator } from 'vitest/browser'

/** A normal click would wait forever. */
export async function clickDisabled(control: Locator): Promise<void> {
  await expect.element(control).toHaveAttribute('aria-disabled', 'true')
  await control.hover()
  await commands.pressMouse()
  await commands.releaseMouse()
}
