import type { Page } from '@playwright/test'
import { expect, test } from '../support/server-fixture.ts'
import { dashboard, enter } from '../support/steps.ts'

const codeField = (page: Page) => page.getByRole('textbox', { name: '운영자 코드' })
const boxes = (page: Page) => page.locator('.code-box')

test.describe('the nine boxes of the operator code', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('are one field: typed, gone back in, pasted, filled by a program, and read out as one [code-boxes]', async ({
    page,
    room,
  }) => {
    await enter(page, room.pin)
    await page.getByRole('link', { name: '운영자 화면', exact: true }).click()
    await expect(codeField(page)).toBeFocused()
    await expect(page.getByRole('textbox')).toHaveCount(1)
    await expect(boxes(page)).toHaveCount(9)
    await expect(page.locator('.code-field')).toMatchAriaSnapshot('- textbox "운영자 코드"')
    const next = () =>
      boxes(page).evaluateAll((all) => all.findIndex((box) => box.hasAttribute('data-next')))

    await page.keyboard.type('ab1')
    await expect(boxes(page)).toHaveText(['A', 'B', '1', '', '', '', '', '', ''])
    expect(await next()).toBe(3)
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await expect(boxes(page)).toHaveText(['A', '', '', '', '', '', '', '', ''])
    expect(await next()).toBe(1)

    for (const text of ['ab-cdefg-hj', ' ABCDEFGHJ\n', 'AB CDEFG HJ']) {
      await codeField(page).press('Control+A')
      await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text)
      await codeField(page).press('Control+V')
      await expect(codeField(page)).toHaveValue('AB-CDEFG-HJ')
      await expect(boxes(page)).toHaveText([...'ABCDEFGHJ'])
    }
    await page.keyboard.type('K')
    await expect(codeField(page)).toHaveValue('AB-CDEFG-HJ')

    await expect(codeField(page)).toHaveAttribute('autocomplete', 'current-password')
    await codeField(page).evaluate((field: HTMLInputElement, code) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, code)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      field.dispatchEvent(new Event('change', { bubbles: true }))
    }, room.code.toLowerCase())
    await expect(codeField(page)).toHaveValue(room.code)
    await page.keyboard.press('Enter')
    await expect(dashboard(page)).toBeVisible()
  })
})
