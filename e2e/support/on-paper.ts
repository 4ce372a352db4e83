import type { Page } from '@playwright/test'
import { axe } from './axe.ts'
import { expect } from './server-fixture.ts'

export async function toPaper(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'dark'
  })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
}

/** Paper would cut off scrolling elements. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter(
        (element) =>
          element.checkVisibility() && /auto|scroll/.test(getComputedStyle(element).overflowY),
      )
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
      .map(
        (element) => `${element.className}: ${element.clientHeight} of ${element.scrollHeight} px`,
      ),
  )

/** Fixed elements repeat on every sheet. */
const fixed = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter(
        (element) => element.checkVisibility() && getComputedStyle(element).position === 'fixed',
      )
      .filter(({ textContent }) => textContent?.trim() !== '')
      .map(({ className }) => String(className)),
  )

export async function expectPrintable(page: Page): Promise<void> {
  await expect(page.locator('.button:visible')).toHaveCount(0)
  await expect.poll(() => cutOff(page)).toEqual([])
  expect(await fixed(page)).toEqual([])
  for (const head of await page.locator('thead:visible').all()) {
    await expect(head, 'repeated on every sheet').toHaveCSS('display', 'table-header-group')
    await expect(head).toHaveCSS('position', 'static')
  }
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(
    'light',
  )
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await axe(page, ['color-contrast'])
}
