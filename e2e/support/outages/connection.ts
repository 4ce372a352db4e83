import type { Locator, Page, Route } from '@playwright/test'
import { expect } from '../server-fixture.ts'
import { answer, message } from '../steps.ts'

export const wide = { viewport: { width: 1440, height: 900 } }

export const OFFLINE = '네트워크에 연결되어 있지 않습니다.'

export const BACK = '다시 연결되었습니다.'

export const FAILED = '요청을 처리하지 못했습니다. 잠시 후 다시 시도해 주세요.'

const FULL = '저장 공간이 부족합니다. 운영자에게 문의해 주세요.'

export const connection = (page: Page): Locator => page.locator('.connection')

export const TROUBLES: readonly (readonly [said: string, (route: Route) => Promise<void>])[] = [
  [FAILED, (route) => route.abort('connectionreset')],
  [
    FAILED,
    (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  ],
  [
    FAILED,
    (route) =>
      route.fulfill({
        status: 500,
        json: { status: 'EXCEPTION', payload: FAILED, code: 'INTERNAL' },
      }),
  ],
  [
    FULL,
    (route) =>
      route.fulfill({
        status: 507,
        json: { status: 'EXCEPTION', payload: FULL, code: 'STORAGE_FULL' },
      }),
  ],
]

/** After each failure, the call finally succeeds. */
export async function survive(
  page: Page,
  call: string,
  attempt: () => Promise<void>,
  kept: () => Promise<void>,
): Promise<void> {
  for (const [said, fail] of TROUBLES) {
    await page.route(call, fail)
    await attempt()
    await expect(message(page)).toContainText(said)
    await answer(page)
    await expect(page.locator('.busy')).toHaveCount(0)
    await kept()
    await page.unroute(call)
  }
}
