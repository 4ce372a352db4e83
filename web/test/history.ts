import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { HistoryItem } from '../../contract/features/history.ts'
import type { WireClient } from '../../server/test/harness/wire-client.ts'
import { type App, invite, newRoom, openApp } from './app.tsx'
import './locating.ts'

const NAME = '이참여'

export async function watchedRoom(): Promise<{
  readonly wire: WireClient
  readonly roomId: number
}> {
  const { operator: wire, roomId } = await newRoom()
  await invite(wire, { name: NAME, position: '과장' })
  return { wire, roomId }
}

export async function listed(
  wire: WireClient,
): Promise<{ readonly roomActivityItem: readonly HistoryItem[]; readonly total: number }> {
  const { json } = await wire.call('GET', `/room/api/room/roomActivity/list/${wire.me.roomId}`)
  return json.payload as { roomActivityItem: HistoryItem[]; total: number }
}

export const allSigned = (wire: WireClient): Promise<void> =>
  expect
    .poll(
      async () =>
        (await listed(wire)).roomActivityItem.filter(({ proof }) => proof !== 'signed').length,
      { timeout: 20_000 },
    )
    .toBe(0)

export const log = (): Locator => page.getByRole('region', { name: '내역 목록' })
export const entries = (): Locator => log().getByCss('tbody tr')
export const total = (count: number): Locator =>
  page.getByRole('status').filter({ hasText: `총 ${count}건` })
export const days = (): Locator => page.getByRole('complementary', { name: '일별 활동' })

export async function openHistory(client: WireClient, search = ''): Promise<App> {
  const app = await openApp(`/admin/history${search}`, client)
  await expect.element(entries().first()).toBeVisible()
  return app
}
