import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { loadApp, makePdf, newRoom, openApp, recordCalls } from '../../../test/app.tsx'
import { furnishedRoom } from '../../../test/furnished-room.ts'
import { focus, focused, row } from '../../../test/steps.ts'
import { eventually, expectCount, textsOf } from '../../../test/watching.ts'
import '../../../test/locating.ts'

const tree = () => page.getByRole('tree', { name: '폴더 목록' })
const branch = (name: string) => tree().getByRole('treeitem', { name, exact: true })

test('the tree loads as it is opened; a click opens and shows, a second one collapses [tree-opens]', async () => {
  const { ids, reader } = await furnishedRoom()
  const calls = recordCalls()
  const app = await openApp('/', reader)
  await expect.element(branch('01 계약')).toHaveAttribute('aria-expanded', 'false')
  await expect.element(branch('03 빈 폴더')).not.toHaveAttribute('aria-expanded')
  await expect.element(branch('01-01 이전 안')).not.toBeInTheDocument()
  const listed = () => calls.filter(({ call }) => call.endsWith('/file/file/list'))
  expect(listed().length).toBeGreaterThan(0)
  expect(listed().filter(({ body }) => body.includes(`"parent":${ids['01 계약']}`))).toEqual([])

  await branch('01 계약').click()
  await expect.element(branch('01 계약')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(branch('01 계약')).toHaveAttribute('aria-selected', 'true')
  await expect.element(branch('01-01 이전 안')).toHaveAttribute('aria-level', '2')
  await eventually(app.address).toBe(`/?folder=${ids['01 계약']}`)
  await expect.element(row('계약서 초안.pdf')).toBeVisible()

  await branch('01 계약').click()
  await expect.element(branch('01 계약')).toHaveAttribute('aria-expanded', 'false')
  await expect.element(branch('01-01 이전 안')).not.toBeInTheDocument()
  expect(app.address()).toBe(`/?folder=${ids['01 계약']}`)
  await expect.element(row('계약서 초안.pdf')).toBeVisible()
})

test('only folders that hold folders have a chevron, before they are opened and after', async () => {
  const { reader } = await furnishedRoom()
  await openApp('/', reader)
  const chevron = (name: string) => branch(name).getByCss('[data-chevron]')
  await expect.element(chevron('02 재무')).toBeInTheDocument()
  await expect.element(chevron('03 빈 폴더')).not.toBeInTheDocument()
  await chevron('02 재무').click()
  await expect.element(branch('2025')).toBeVisible()
  await expect.element(branch('2025')).not.toHaveAttribute('aria-expanded')
  await expect.element(chevron('2025')).not.toBeInTheDocument()
  await branch('2025').click()
  await expect.element(row('재무제표.pdf')).toBeVisible()
  await expect.element(branch('2025')).not.toHaveAttribute('aria-expanded')
  await expect.element(branch('2025')).toHaveTextContent(/^20251$/)
})

test('the tree is walked by key alone: one stop of Tab, arrows, Enter, Home, End, letters', async () => {
  const { ids, reader } = await furnishedRoom()
  const app = await openApp('/', reader)
  await expect.element(branch('01 계약')).toBeVisible()
  await focus(tree())
  await expect.element(branch('01 계약')).toHaveFocus()
  await commands.press('ArrowRight')
  await expect.element(branch('01-01 이전 안')).toBeVisible()
  expect(app.address()).toBe('/')
  await commands.press('ArrowRight')
  await expect.element(branch('01-01 이전 안')).toHaveFocus()
  await commands.press('ArrowLeft')
  await expect.element(branch('01 계약')).toHaveFocus()
  await commands.press('End')
  await expect.element(branch('03 빈 폴더')).toHaveFocus()
  await commands.press('Home')
  await commands.press('*')
  await expect.element(branch('2025')).toBeVisible()
  await commands.press('0')
  await commands.press('2')
  await expect.element(branch('02 재무')).toHaveFocus()
  await commands.press('ArrowDown')
  await commands.press('Enter')
  await eventually(app.address).toBe(`/?folder=${ids['02 재무/2025']}`)
  await expect.element(row('재무제표.pdf')).toBeVisible()
  await commands.press('Tab')
  expect(tree().element().contains(focused())).toBe(false)
})

test('an empty room shows its root alone [empty-room]', async () => {
  const { operator } = await newRoom()
  await openApp('/', operator)
  await expect.element(page.getByText('아직 등록된 문서가 없습니다.')).toBeVisible()
  await eventually(() => textsOf(tree().getByRole('treeitem'))).toEqual(['빈 폴더'])
})

test('a room of documents without folders shows its root by name, which is no empty folder', async () => {
  const { operator } = await newRoom()
  await operator.put('안내문.pdf', await makePdf())
  await openApp('/', operator)
  await expect.element(row('안내문.pdf')).toBeVisible()
  await expectCount(tree().getByRole('treeitem'), 1)
  await expect
    .element(tree().getByRole('treeitem', { name: '바탕화면' }))
    .toHaveTextContent(/^바탕화면1$/)
  await expect.element(tree()).not.toHaveTextContent('빈 폴더')
  await operator.newFolder('01 계약')
  await loadApp('/')
  await expect.element(tree().getByRole('treeitem', { name: '01 계약' })).toBeVisible()
  await expectCount(tree().getByRole('treeitem'), 1)
})

test('a missing folder shows an error, without a word about others', async () => {
  const { ids, reader } = await furnishedRoom()
  const app = await openApp('/?folder=999999', reader)
  await expect.element(page.getByText('찾을 수 없습니다.')).toBeVisible()
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument()
  await branch('01 계약').click()
  await eventually(app.address).toBe(`/?folder=${ids['01 계약']}`)
  await expect.element(row('계약서 초안.pdf')).toBeVisible()
})
