import type { Page } from '@playwright/test'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { type ItemRecord, WireClient } from '../../server/test/harness/wire-client.ts'
import { sessionOf } from './furnished-room.ts'
import { test as base, expect } from './server-fixture.ts'
import { row } from './steps.ts'

const wide = { viewport: { width: 1440, height: 900 } }

interface FilledRoomOperator {
  readonly page: Page
  readonly client: WireClient
  readonly ids: Readonly<Record<string, number>>
}

const DOCUMENTS = [
  '01 계약/계약서.pdf',
  '01 계약/부속합의서.pdf',
  '01 계약/이전 안/초안.pdf',
  '02 재무/재무제표.pdf',
  '안내문.pdf',
  '확인서.pdf',
]

export const FROM_START: readonly string[] = [
  ...DOCUMENTS,
  '01 계약',
  '01 계약/이전 안',
  '02 재무',
  '03 빈 폴더',
].sort()

async function itemsBelow(client: WireClient, parent = 0): Promise<ItemRecord[]> {
  const items = await client.items(parent)
  const inside = await Promise.all(
    items.filter(({ type }) => type === 5).map(({ id }) => itemsBelow(client, id)),
  )
  return [...items, ...inside.flat()]
}

export const pathsOf = async (client: WireClient): Promise<string[]> =>
  (await itemsBelow(client)).map(({ path }) => path).sort()

export const story = base.extend<{ operator: FilledRoomOperator }>({
  operator: async ({ openBrowser, url, room }, use) => {
    const session = await sessionOf(url, room.pin, { code: room.code })
    const client = Object.assign(new WireClient(url), { session })
    await client.upload(DOCUMENTS.map((path) => [path, makePdf(1)]))
    await client.newFolder('03 빈 폴더')
    const ids = Object.fromEntries((await itemsBelow(client)).map(({ path, id }) => [path, id]))
    const page = await (await openBrowser({ session, ...wide })).newPage()
    await page.goto('/admin/upload')
    await expect(row(page, '안내문.pdf')).toBeVisible()
    await use({ page, client, ids })
  },
})

export const field = (page: Page) => page.getByRole('textbox', { name: /^새 이름/ })
const menu = (page: Page) => page.getByRole('menu')
export const menuItem = (page: Page, name: string) =>
  menu(page).getByRole('menuitem', { name, exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')
export const toast = (page: Page, text: string | RegExp) =>
  page.locator('.toast').filter({ hasText: text })
export const undo = (page: Page, text: string | RegExp) =>
  toast(page, text).getByRole('button', { name: '실행 취소' }).click()
export const stand = (page: Page, name: string) => row(page, name).focus()

export const calls = (page: Page, method: string): string[] => {
  const seen: string[] = []
  page.on('request', (request) => {
    if (request.method() === method) seen.push(new URL(request.url()).pathname)
  })
  return seen
}

export async function newGroup(client: WireClient, name: string, level: string): Promise<number> {
  const { json } = await client.call('POST', '/room/api/group', {
    body: { roomId: client.me.roomId, name, level },
  })
  return (json.payload as { readonly id: number }).id
}
