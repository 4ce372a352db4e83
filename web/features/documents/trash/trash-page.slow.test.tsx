import { expect, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import type { WireClient } from '../../../../server/test/harness/wire-client.ts'
import { atEnd, loadApp, makePdf, newRoom, openApp } from '../../../test/app.tsx'
import { furnishedRoom } from '../../../test/furnished-room.ts'
import { answer, focused, message, row } from '../../../test/steps.ts'
import {
  beforeCalls,
  eventually,
  expectCount,
  expectMessage,
  expectNoMessage,
  news,
  tabTo,
} from '../../../test/watching.ts'

const TRASH = /\/room\/api\/file\/trash\/\d+$/
const RESTORE = /\/room\/api\/file\/trash\/restore$/
const DAY = 24 * 3_600_000

const button = (name: string) => page.getByRole('button', { name, exact: true })
const restoreButton = () => button('복원')
const destroyButton = () => button('영구 삭제')
const emptyButton = () => page.getByRole('button', { name: '휴지통 비우기' })
const nothingLeft = () => page.getByText('휴지통이 비어 있습니다.')
const check = (name: string) => row(name).getByRole('checkbox')
const selected = () => page.getByRole('grid').getByRole('row', { selected: true })
const reported = (text: string) => page.getByRole('status').filter({ hasText: text })

async function idOf(wire: WireClient, path: string): Promise<number> {
  let id = 0
  for (const name of path.split('/'))
    id = (await wire.items(id)).find((item) => item.name === name)?.id ?? 0
  return id
}

const namesIn = async (wire: WireClient) => (await wire.items()).map(({ name }) => name)
const trashNames = async (wire: WireClient) => (await wire.trashed()).map(({ name }) => name)
const idInTrash = async (wire: WireClient, name: string) =>
  (await wire.trashed()).find((item) => item.name === name)?.id ?? 0

async function roomWithTrash(paths: readonly string[]) {
  const { operator: wire } = await newRoom()
  const bytes = await makePdf()
  await wire.upload(paths.map((path) => [path, bytes]))
  const ids: number[] = []
  for (const path of paths) {
    const id = await idOf(wire, path)
    await wire.deleteItem(id)
    ids.push(id)
  }
  return { wire, ids }
}

test('what was in a folder that is gone comes back to the desktop, and that is said', async () => {
  const { wire } = await roomWithTrash([
    '옛 폴더/확인서.pdf',
    '옛 폴더/부속합의서.pdf',
    '그대로.pdf',
  ])
  await wire.deleteItem(await idOf(wire, '옛 폴더'))
  await wire.destroyItem(await idInTrash(wire, '옛 폴더'))

  await openApp('/admin/trash', wire)
  await check('확인서.pdf').click()
  await restoreButton().click()
  await expect
    .element(news("원래 폴더가 없어 '확인서.pdf' 항목을 '바탕화면'에 복원했습니다."))
    .toBeVisible()
  await expect.element(row('확인서.pdf')).not.toBeInTheDocument()
  await page.getByRole('checkbox', { name: '모두 선택' }).click()
  await restoreButton().click()
  await expect
    .element(news("2개 항목을 복원했습니다. 원래 폴더가 없는 1개는 '바탕화면'에 있습니다."))
    .toBeVisible()
  expect((await namesIn(wire)).sort()).toEqual(['그대로.pdf', '부속합의서.pdf', '확인서.pdf'])
})

test('nothing is destroyed before the question is answered, and nothing comes back after', async () => {
  const { wire, ids } = await roomWithTrash(['비밀.pdf', '남을 문서.pdf'])
  await openApp('/admin/trash', wire)
  await check('비밀.pdf').click()
  await destroyButton().click()
  await expectMessage("'비밀.pdf' 항목을 영구 삭제하시겠습니까?")
  await expectMessage('암호화 키가 파기되어 되돌릴 수 없습니다.')
  await eventually(() => focused()?.textContent).toBe('취소')
  await commands.press('Enter')
  await expectNoMessage()
  await expect.element(destroyButton()).toHaveFocus()
  expect(await trashNames(wire)).toEqual(['남을 문서.pdf', '비밀.pdf'])

  await commands.press('Enter')
  await answer('영구 삭제')
  await expect.element(row('비밀.pdf')).not.toBeInTheDocument()
  await expect.element(news('1개 항목을 영구 삭제했습니다.')).toBeVisible()
  await expect.element(row('남을 문서.pdf')).toBeVisible()
  await loadApp('/admin/trash')
  await expect.element(row('남을 문서.pdf')).toBeVisible()
  await expect.element(row('비밀.pdf')).not.toBeInTheDocument()
  expect((await wire.restoreItem(ids[0] ?? 0)).json.code).toBe('NOT_FOUND')
})

test('keys alone select, restore, destroy and leave the focus where it can go on', async () => {
  const { wire } = await roomWithTrash(['가.pdf', '나.pdf', '다.pdf', '라.pdf', '마.pdf'])
  await openApp('/admin/trash', wire)
  await tabTo(row('마.pdf'))
  await commands.press('Space')
  await expect.element(reported('1개 선택됨')).toBeVisible()
  await commands.press('Shift+ArrowDown')
  await commands.press('Shift+ArrowDown')
  await expectCount(selected(), 3)
  await commands.press('Shift+ArrowUp')
  await expectCount(selected(), 2)
  await commands.press('Control+a')
  await expectCount(selected(), 5)
  await commands.press('Escape')
  await expectCount(selected(), 0)

  await commands.press('End')
  await expect.element(row('가.pdf')).toHaveFocus()
  await commands.press('Delete')
  await expectMessage("'가.pdf' 항목을 영구 삭제하시겠습니까?")
  await commands.press('Escape')
  await expect.element(row('가.pdf')).toHaveFocus()
  await commands.press('Shift+F10')
  await expect.element(page.getByRole('menuitem', { name: '복원' })).toHaveFocus()
  await commands.press('Enter')
  await expect.element(row('가.pdf')).not.toBeInTheDocument()
  await expect.element(row('나.pdf')).toHaveFocus()
  expect(await namesIn(wire)).toEqual(['가.pdf'])

  await tabTo(emptyButton(), 'Shift+Tab')
  await commands.press('Enter')
  await expectMessage('휴지통의 4개 항목을 모두 영구 삭제하시겠습니까?')
  await commands.press('Tab')
  await commands.press('Enter')
  await expect.element(nothingLeft()).toBeVisible()
  await expect.element(page.getByRole('heading', { name: '휴지통' })).toHaveFocus()
  expect(await trashNames(wire)).toEqual([])
  expect(await namesIn(wire)).toEqual(['가.pdf'])
})

test('a click selects one, Ctrl another, Shift all between', async () => {
  const { wire } = await roomWithTrash(['가.pdf', '나.pdf', '다.pdf', '라.pdf'])
  await openApp('/admin/trash', wire)
  await row('라.pdf').click()
  await row('나.pdf').click({ modifiers: ['Control'] })
  await expectCount(selected(), 2)
  await row('가.pdf').click()
  await expectCount(selected(), 1)
  await row('다.pdf').click({ modifiers: ['Shift'] })
  await expectCount(selected(), 3)
  await expect.element(row('라.pdf')).toHaveAttribute('aria-selected', 'false')

  await wire.restoreItem(await idInTrash(wire, '나.pdf'))
  await expect.element(row('나.pdf')).not.toBeInTheDocument()
  await expectCount(selected(), 2)
  await expect.element(reported('2개 선택됨')).toBeVisible()
})

test('what cannot be restored is named with its reason, and the others are restored', async () => {
  const { wire, ids } = await roomWithTrash(['가.pdf', '나.pdf', '다.pdf'])
  const gone = ids[0] ?? 0
  await openApp('/admin/trash', wire)
  beforeCalls(RESTORE, async (_url, body) => {
    if (JSON.parse(body).fileId === gone) await wire.destroyItem(gone)
  })
  await page.getByRole('checkbox', { name: '모두 선택' }).click()
  await restoreButton().click()
  await expectMessage('1개 항목을 복원하지 못했습니다.')
  const reasons = [...(message()?.querySelectorAll('li') ?? [])].map(
    ({ textContent }) => textContent,
  )
  expect(reasons).toEqual([expect.stringMatching(/가\.pdf.*찾을 수 없습니다\./)])
  await answer()
  await expect.element(news('2개 항목을 원래 위치로 복원했습니다.')).toBeVisible()
  expect((await namesIn(wire)).sort()).toEqual(['나.pdf', '다.pdf'])
})

test('many take a while: how far it has come is shown, and it can be stopped between two', async () => {
  const { wire } = await roomWithTrash(['가.pdf', '나.pdf', '다.pdf'])
  await openApp('/admin/trash', wire)
  await commands.hold(RESTORE.source)
  await page.getByRole('checkbox', { name: '모두 선택' }).click()
  await restoreButton().click()
  const progress = page.getByRole('dialog', { name: '복원하는 중…' })
  await expect.element(progress).toHaveTextContent('0 / 3')
  await expect.element(progress.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0')
  await commands.press('Enter')
  await expect.element(progress.getByRole('button')).toHaveTextContent(/^중단하는 중…$/)
  await commands.letGo(RESTORE.source)
  await expect.element(progress).not.toBeInTheDocument()
  await expect.element(news("'다.pdf' 항목을 '바탕화면' 폴더로 복원했습니다.")).toBeVisible()
  await expectCount(page.getByRole('grid').getByRole('rowheader'), 2)
  expect(await trashNames(wire)).toEqual(['나.pdf', '가.pdf'])
})

test('a long trash comes page after page, and is emptied as a whole', async () => {
  const { wire } = await roomWithTrash(['가.pdf', '나.pdf', '다.pdf', '라.pdf', '마.pdf'])
  let pages = 0
  beforeCalls(TRASH, (url) => {
    pages += 1
    url.searchParams.set('limit', '2')
  })
  await openApp('/admin/trash', wire)
  await expectCount(page.getByRole('grid').getByRole('rowheader'), 5)
  expect(pages).toBe(3)
  await emptyButton().click()
  await expectMessage('휴지통의 5개 항목을 모두')
  await answer('영구 삭제')
  await expect.element(nothingLeft()).toBeVisible()
  expect(await trashNames(wire)).toEqual([])
})

test('a trash that cannot be had says so and is asked for again', async () => {
  const { wire } = await roomWithTrash(['가.pdf'])
  await commands.cut(TRASH.source, 100)
  await openApp('/admin/trash', wire)
  const retry = page.getByRole('main').getByRole('button', { name: '다시 시도' })
  await expect.element(retry).toBeVisible()
  await expect.element(nothingLeft()).not.toBeInTheDocument()
  await commands.mendNetwork()
  await retry.click()
  await expect.element(row('가.pdf')).toBeVisible()
})

test('the last days are shown', async () => {
  const { wire } = await roomWithTrash(['가.pdf'])
  vi.setSystemTime(Date.now() + 28 * DAY + 60_000)
  atEnd(() => void vi.useRealTimers())
  await openApp('/admin/trash', wire)
  await expect.element(row('가.pdf').getByText('2일 남음')).toHaveClass(/soon/)
})

test('the trash is not for participants', async () => {
  const { reader } = await furnishedRoom()
  const app = await openApp('/admin/trash', reader)
  await expectMessage('운영자가 아닙니다.')
  expect(app.address()).toBe('/')
  await expect.element(page.getByRole('link', { name: '휴지통' })).not.toBeInTheDocument()
})
