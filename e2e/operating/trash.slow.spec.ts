import type { Locator, Page } from '@playwright/test'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { enterAsOperator } from '../../server/test/harness/server-process.ts'
import type { WireClient } from '../../server/test/harness/wire-client.ts'
import { type RememberedSession, sessionOf } from '../support/furnished-room.ts'
import { test as base, expect } from '../support/server-fixture.ts'
import { row } from '../support/steps.ts'

interface TrashOperator {
  readonly page: Page
  readonly session: RememberedSession
  readonly wire: WireClient
}

const story = base.extend<{ operator: TrashOperator }>({
  operator: async ({ openBrowser, url, room }, use) => {
    const session = await sessionOf(url, room.pin, { code: room.code })
    const page = await (
      await openBrowser({ session, viewport: { width: 1440, height: 900 } })
    ).newPage()
    await use({ page, session, wire: await enterAsOperator(url, room) })
  },
})

const restoreButton = (page: Page) => page.getByRole('button', { name: '복원', exact: true })
const emptyButton = (page: Page) => page.getByRole('button', { name: '휴지통 비우기' })
const news = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: '알림' }).getByText(text)
const nothingLeft = (page: Page) => page.getByText('휴지통이 비어 있습니다.')

async function deleted(wire: WireClient, paths: readonly string[]): Promise<number[]> {
  await wire.upload(paths.map((path) => [path, makePdf(1)]))
  const ids: number[] = []
  for (const path of paths) {
    const id = await idOf(wire, path)
    await wire.deleteItem(id)
    ids.push(id)
  }
  return ids
}

async function idOf(wire: WireClient, path: string): Promise<number> {
  let id = 0
  for (const name of path.split('/'))
    id = (await wire.items(id)).find((item) => item.name === name)?.id ?? 0
  return id
}

const trashNames = async (wire: WireClient) => (await wire.trashed()).map(({ name }) => name)

story(
  'what was deleted says where it was and how long it stays, and goes back there',
  async ({ operator: { page, wire } }) => {
    await page.goto('/admin/upload')
    await page.getByRole('link', { name: '휴지통' }).click()
    await expect(nothingLeft(page)).toBeVisible()
    await expect(emptyButton(page)).toHaveCount(0)

    await deleted(wire, ['01 계약/이전 안/계약서.pdf'])
    const contract = row(page, '계약서.pdf')
    await expect(contract).toContainText('바탕화면 / 01 계약 / 이전 안')
    await expect(contract).toContainText('30일 남음')
    await expect(restoreButton(page)).toHaveAccessibleDescription('항목을 먼저 선택해 주세요.')

    await contract.click({ button: 'right' })
    await page.getByRole('menuitem', { name: '복원' }).click()
    await expect(news(page, "'계약서.pdf' 항목을 '이전 안' 폴더로 복원했습니다.")).toBeVisible()
    await expect(nothingLeft(page)).toBeVisible()
    await expect(page.getByRole('heading', { name: '휴지통' })).toBeFocused()
    await page.getByRole('button', { name: '폴더 열기' }).click()
    await expect(row(page, '계약서.pdf')).toBeVisible()
    await expect(page.getByRole('navigation', { name: '현재 위치' })).toHaveText(
      /바탕화면.*01 계약.*이전 안/,
    )
    expect(await trashNames(wire)).toEqual([])
  },
)
