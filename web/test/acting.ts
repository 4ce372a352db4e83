import { expect } from 'vitest'
import { commands, type Locator } from 'vitest/browser'

/** Presses what says that it is disabled, as a person does who does not know: a click would wait for it for ever. */
export async function clickDisabled(control: Locator): Promise<void> {
  await expect.element(control).toHaveAttribute('aria-disabled', 'true')
  await control.hover()
  await commands.pressMouse()
  await commands.releaseMouse()
}
