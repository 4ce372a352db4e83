import type { Locator, Page } from '@playwright/test'
import { makePdf } from '../server/test/make-pdf.ts'
import { enterAsOperator } from '../server/test/server-process.ts'
import type { WireClient } from '../server/test/wire-client.ts'
import { type RememberedSession, sessionOf } from './house.ts'
import { test as base, expect } from './server-fixture.ts'
import { answer, focused, message, row, tabTo } from './steps.ts'

const TRASH = /\/room\/api\/file\/trash\/\d+(\?|$)/
const RESTORE = '**/room/api/file/trash/restore'
const MEASURE = '**/room/api/file/measure'
const DAY = 24 * 3_600_000

interface Operator {
  readonly page: Page
  readonly session: RememberedSession
  /** The same person elsewhere. */
  readonly wire: WireClient
}

/** A page of the operator of the test's own room, with its operator area open. */
const story = base.extend<{ operator: Operator }>({
  operator: async ({ openBrowser, url, room }, use) => {
    const session = await sessionOf(url, room.pin, { code: room.code })
    const page = await (await openBrowser({ session, viewport: { width: 1440, height: 900 } })).newPage()
    await use({ page, session, wire: await enterAsOperator(url, room) })
  },
})

const restoreButton = (page: Page) => page.getByRole('button', { name: '복원', exact: true })
const destroyButton = (page: Page) => page.getByRole('button', { name: '영구 삭제', exact: true })
const emptyButton = (page: Page) => page.getByRole('button', { name: '휴지통 비우기' })
const news = (page: Page, text: string): Locator => page.getByRole('region', { name: '알림' }).getByText(text)
const nothingLeft = (page: Page) => page.getByText('휴지통이 비어 있습니다.')
const check = (page: Page, name: string) => row(page, name).getByRole('checkbox')

/** Stores files under their paths and deletes them, the last one last. */
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
  for (const name of path.split('/')) id = (await wire.items(id)).find((item) => item.name === name)?.id ?? 0
  return id
}

const namesIn = async (wire: WireClient, parent = 0) => (await wire.items(parent)).map(({ name }) => name)
const trashNames = async (wire: WireClient) => (await wire.trashed()).map(({ name }) => name)

story('what was deleted says where it was and how long it stays, and goes back there', async ({ operator: { page, wire } }) => {
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
  await expect(page.getByRole('navigation', { name: '현재 위치' })).toHaveText(/바탕화면.*01 계약.*이전 안/)
  expect(await trashNames(wire)).toEqual([])
})

story('what was in a folder that is gone comes back to the desktop, and that is said', async ({ operator: { page, wire } }) => {
  await deleted(wire, ['옛 폴더/확인서.pdf', '옛 폴더/부속합의서.pdf', '그대로.pdf'])
  await wire.deleteItem(await idOf(wire, '옛 폴더'))
  const folder = (await wire.trashed()).find(({ name }) => name === '옛 폴더')
  await wire.destroyItem(folder?.id ?? 0)

  await page.goto('/admin/trash')
  await check(page, '확인서.pdf').click()
  await restoreButton(page).click()
  await expect(news(page, "원래 폴더가 없어 '확인서.pdf' 항목을 '바탕화면'에 복원했습니다.")).toBeVisible()
  await expect(row(page, '확인서.pdf')).toHaveCount(0)
  await page.getByRole('checkbox', { name: '모두 선택' }).click()
  await restoreButton(page).click()
  await expect(news(page, "2개 항목을 복원했습니다. 원래 폴더가 없는 1개는 '바탕화면'에 있습니다.")).toBeVisible()
  expect((await namesIn(wire)).sort()).toEqual(['그대로.pdf', '부속합의서.pdf', '확인서.pdf'])
})

story('nothing is destroyed before the question is answered, and nothing comes back after', async ({ operator: { page, wire } }) => {
  const [id = 0] = await deleted(wire, ['비밀.pdf', '남을 문서.pdf'])
  await page.goto('/admin/trash')
  await check(page, '비밀.pdf').click()
  await destroyButton(page).click()
  await expect(message(page)).toContainText("'비밀.pdf' 항목을 영구 삭제하시겠습니까?")
  await expect(message(page)).toContainText('암호화 키가 파기되어 되돌릴 수 없습니다.')
  await expect(focused(page)).toHaveText('취소')
  await page.keyboard.press('Enter')
  await expect(message(page)).toHaveCount(0)
  await expect(destroyButton(page)).toBeFocused()
  expect(await trashNames(wire)).toEqual(['남을 문서.pdf', '비밀.pdf'])

  await page.keyboard.press('Enter')
  await answer(page, '영구 삭제')
  await expect(row(page, '비밀.pdf')).toHaveCount(0)
  await expect(news(page, '1개 항목을 영구 삭제했습니다.')).toBeVisible()
  await expect(row(page, '남을 문서.pdf')).toBeVisible()
  await page.reload()
  await expect(row(page, '남을 문서.pdf')).toBeVisible()
  await expect(row(page, '비밀.pdf')).toHaveCount(0)
  expect((await wire.restoreItem(id)).json.code).toBe('NOT_FOUND')
})

story('keys alone select, restore, destroy and leave the focus where it can go on', async ({ operator: { page, wire } }) => {
  await deleted(wire, ['가.pdf', '나.pdf', '다.pdf', '라.pdf', '마.pdf'])
  await page.goto('/admin/trash')
  const selected = page.getByRole('grid').getByRole('row', { selected: true })
  await tabTo(page, row(page, '마.pdf'))
  await page.keyboard.press('Space')
  await expect(page.getByRole('status').filter({ hasText: '1개 선택됨' })).toBeVisible()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(selected).toHaveCount(3)
  await page.keyboard.press('Shift+ArrowUp')
  await expect(selected).toHaveCount(2)
  await page.keyboard.press('Control+a')
  await expect(selected).toHaveCount(5)
  await page.keyboard.press('Escape')
  await expect(selected).toHaveCount(0)

  await page.keyboard.press('End')
  await expect(row(page, '가.pdf')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(message(page)).toContainText("'가.pdf' 항목을 영구 삭제하시겠습니까?")
  await page.keyboard.press('Escape')
  await expect(row(page, '가.pdf')).toBeFocused()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: '복원' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, '가.pdf')).toHaveCount(0)
  await expect(row(page, '나.pdf')).toBeFocused()
  expect(await namesIn(wire)).toEqual(['가.pdf'])

  await tabTo(page, emptyButton(page), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(message(page)).toContainText('휴지통의 4개 항목을 모두 영구 삭제하시겠습니까?')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(nothingLeft(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: '휴지통' })).toBeFocused()
  expect(await trashNames(wire)).toEqual([])
  expect(await namesIn(wire)).toEqual(['가.pdf'])
})

story('a click selects one, Ctrl another, Shift all between', async ({ operator: { page, wire } }) => {
  await deleted(wire, ['가.pdf', '나.pdf', '다.pdf', '라.pdf'])
  await page.goto('/admin/trash')
  const selected = page.getByRole('grid').getByRole('row', { selected: true })
  await row(page, '라.pdf').click()
  await row(page, '나.pdf').click({ modifiers: ['Control'] })
  await expect(selected).toHaveCount(2)
  await row(page, '가.pdf').click()
  await expect(selected).toHaveCount(1)
  await row(page, '다.pdf').click({ modifiers: ['Shift'] })
  await expect(selected).toHaveCount(3)
  await expect(row(page, '라.pdf')).toHaveAttribute('aria-selected', 'false')

  await wire.restoreItem(await idInTrash(wire, '나.pdf'))
  await expect(row(page, '나.pdf')).toHaveCount(0)
  await expect(selected).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: '2개 선택됨' })).toBeVisible()
})

const idInTrash = async (wire: WireClient, name: string) => (await wire.trashed()).find((item) => item.name === name)?.id ?? 0

story('what cannot be restored is named with its reason, and the others are restored', async ({ operator, strictness }) => {
  strictness.expectRefusals(/\/trash\/restore$/)
  const { page, wire } = operator
  const [gone = 0] = await deleted(wire, ['가.pdf', '나.pdf', '다.pdf'])
  await page.goto('/admin/trash')
  await page.route(RESTORE, async (route) => {
    // Another operator is a moment faster.
    if (route.request().postDataJSON().fileId === gone) await wire.destroyItem(gone)
    await route.continue()
  })
  await page.getByRole('checkbox', { name: '모두 선택' }).click()
  await restoreButton(page).click()
  await expect(message(page)).toContainText('1개 항목을 복원하지 못했습니다.')
  await expect(message(page).getByRole('listitem')).toHaveText(/가\.pdf.*찾을 수 없습니다\./)
  await answer(page)
  await expect(news(page, '2개 항목을 원래 위치로 복원했습니다.')).toBeVisible()
  expect((await namesIn(wire)).sort()).toEqual(['나.pdf', '다.pdf'])
})

story('many take a while: how far it has come is shown, and it can be stopped between two', async ({ operator: { page, wire } }) => {
  await deleted(wire, ['가.pdf', '나.pdf', '다.pdf'])
  await page.goto('/admin/trash')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(RESTORE, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('checkbox', { name: '모두 선택' }).click()
  await restoreButton(page).click()
  const progress = page.getByRole('dialog', { name: '복원하는 중…' })
  await expect(progress).toContainText('0 / 3')
  await expect(progress.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0')
  await page.keyboard.press('Enter')
  await expect(progress.getByRole('button')).toHaveText('중단하는 중…')
  letGo()
  await expect(progress).toHaveCount(0)
  await expect(news(page, "'다.pdf' 항목을 '바탕화면' 폴더로 복원했습니다.")).toBeVisible()
  await expect(page.getByRole('grid').getByRole('rowheader')).toHaveCount(2)
  expect(await trashNames(wire)).toEqual(['나.pdf', '가.pdf'])
})

story('a long trash comes page after page, and is emptied as a whole', async ({ operator: { page, wire } }) => {
  await deleted(wire, ['가.pdf', '나.pdf', '다.pdf', '라.pdf', '마.pdf'])
  let pages = 0
  await page.route(TRASH, (route) => {
    pages += 1
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '2')
    return route.continue({ url: url.href })
  })
  await page.goto('/admin/trash')
  await expect(page.getByRole('grid').getByRole('rowheader')).toHaveCount(5)
  expect(pages).toBe(3)
  await emptyButton(page).click()
  await expect(message(page)).toContainText('휴지통의 5개 항목을 모두')
  await answer(page, '영구 삭제')
  await expect(nothingLeft(page)).toBeVisible()
  expect(await trashNames(wire)).toEqual([])
})

story('a trash that cannot be had says so and is asked for again', async ({ operator: { page, wire }, strictness }) => {
  strictness.expectRefusals(/\/room\/api\/file\/trash\/\d+$/)
  await deleted(wire, ['가.pdf'])
  await page.route(TRASH, (route) => route.abort())
  await page.goto('/admin/trash')
  const retry = page.getByRole('main').getByRole('button', { name: '다시 시도' })
  await expect(retry).toBeVisible({ timeout: 20_000 })
  await expect(nothingLeft(page)).toHaveCount(0)
  await page.unroute(TRASH)
  await retry.click()
  await expect(row(page, '가.pdf')).toBeVisible()
})

story('the last days are told', async ({ operator: { page, wire } }) => {
  await deleted(wire, ['가.pdf'])
  await page.clock.install({ time: Date.now() + 28 * DAY + 60_000 })
  await page.goto('/admin/trash')
  await expect(row(page, '가.pdf').getByText('2일 남음')).toHaveClass(/soon/)
})

base('the trash is not for participants', async ({ openBrowser, url, house }) => {
  const session = await sessionOf(url, house.reader.pin)
  const page = await (await openBrowser({ session })).newPage()
  await page.goto('/admin/trash')
  await expect(message(page)).toContainText('운영자가 아닙니다.')
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('link', { name: '휴지통' })).toHaveCount(0)
})

/** Opens the properties of an item by its menu. */
async function openProperties(page: Page, name: string): Promise<Locator> {
  await row(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '속성' }).click()
  const dialog = page.getByRole('dialog', { name: '속성' })
  await expect(dialog).toBeVisible()
  return dialog
}

story('the properties of a file say its type, its place and its size to the byte', async ({ operator: { page, wire } }) => {
  const bytes = makePdf(3)
  await wire.upload([['01 계약/이전 안/계약서.pdf', bytes]])
  await page.goto(`/admin/upload?folder=${await idOf(wire, '01 계약/이전 안')}`)
  const dialog = await openProperties(page, '계약서.pdf')
  await expect(dialog).toContainText('PDF')
  await expect(dialog).toContainText('바탕화면 / 01 계약 / 이전 안')
  await expect(dialog).toContainText(`${bytes.length.toLocaleString('ko')}바이트`)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(row(page, '계약서.pdf')).toBeFocused()
})

story('the properties of a folder count all that is in it, and count again when that failed', async ({ operator, strictness }) => {
  strictness.expectRefusals(/\/room\/api\/file\/measure$/)
  const { page, wire } = operator
  const bytes = makePdf(1)
  await wire.upload(['실사/목록.pdf', '실사/2025/결산.pdf', '실사/2025/주석.pdf'].map((path) => [path, bytes] as const))
  await deleted(wire, ['실사/2025/버린 것.pdf'])
  await page.route(MEASURE, (route) => route.abort())
  await page.goto('/admin/upload')
  const dialog = await openProperties(page, '실사')
  const retry = dialog.getByRole('button', { name: '다시 시도' })
  await expect(retry).toBeVisible({ timeout: 20_000 })
  await page.unroute(MEASURE)
  await retry.click()
  await expect(dialog).toContainText('폴더 1개, 파일 3개')
  await expect(dialog).toContainText(`${(3 * bytes.length).toLocaleString('ko')}바이트`)
})
