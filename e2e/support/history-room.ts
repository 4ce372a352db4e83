import type { Locator, Page } from '@playwright/test'
import type { HistoryItem } from '../../contract/features/history.ts'
import { enterAsOperator } from '../../server/test/harness/server-process.ts'
import type { WireClient } from '../../server/test/harness/wire-client.ts'
import { sessionOf } from './furnished-room.ts'
import { test as base, expect } from './server-fixture.ts'

export const LIST = /\/room\/api\/room\/roomActivity\/list\/\d+\?/
export const NAME = '이참여'

interface Watched {
  readonly page: Page
  readonly wire: WireClient
  readonly pin: string
}

export const story = base.extend<{ watched: Watched }>({
  watched: async ({ openBrowser, url, room, mailbox }, use) => {
    const wire = await enterAsOperator(url, room)
    const email = `reader-${room.roomId}@history.example`
    await wire.invite([{ name: NAME, email, position: '과장' }])
    const pin = await mailbox.pinFor(email)
    await sessionOf(url, pin)
    const session = await sessionOf(url, room.pin, { code: room.code })
    const page = await (
      await openBrowser({ session, viewport: { width: 1440, height: 900 } })
    ).newPage()
    await use({ page, wire, pin })
  },
})

export const listed = async (wire: WireClient) => {
  const { json } = await wire.call('GET', `/room/api/room/roomActivity/list/${wire.me.roomId}`)
  return json.payload as { roomActivityItem: HistoryItem[]; total: number }
}
export const allSigned = (wire: WireClient) =>
  expect
    .poll(
      async () =>
        (await listed(wire)).roomActivityItem.filter(({ proof }) => proof !== 'signed').length,
      { timeout: 20_000 },
    )
    .toBe(0)

export const log = (page: Page): Locator => page.getByRole('region', { name: '내역 목록' })
export const rows = (page: Page): Locator => log(page).locator('tbody tr')
export const total = (page: Page, count: number): Locator =>
  page.getByRole('status').filter({ hasText: `총 ${count}건` })
export const field = (page: Page, name: '사용자' | '종류'): Locator =>
  page.getByRole('search').getByRole('button', { name: new RegExp(name) })
export const option = (page: Page, name: string): Locator =>
  page.getByRole('option', { name, exact: true })
export const days = (page: Page): Locator => page.getByRole('complementary', { name: '일별 활동' })

export async function choose(page: Page, name: '사용자' | '종류', label: string): Promise<void> {
  await field(page, name).click()
  await option(page, label).click()
  await expect(page.getByRole('listbox')).toHaveCount(0)
}

export async function open(page: Page, search = ''): Promise<void> {
  await page.goto(`/admin/history${search}`)
  await expect(rows(page).first()).toBeVisible()
}
