import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { loadApp, openApp } from '../../../test/app.tsx'
import { furnishedRoom } from '../../../test/furnished-room.ts'
import { focus, row } from '../../../test/steps.ts'
import { eventually } from '../../../test/watching.ts'

const branch = (name: string) =>
  page.getByRole('tree', { name: '폴더 목록' }).getByRole('treeitem', { name, exact: true })
const trail = () => page.getByRole('navigation', { name: '현재 위치' })
const namesInOrder = () =>
  page
    .getByRole('grid')
    .getByRole('rowheader')
    .elements()
    .map((head) => head.querySelector('[data-name]')?.textContent)

test('a pasted address shows the folder, the way to it in tree and breadcrumb, and the count of its files [way-shown]', async () => {
  const { ids, reader } = await furnishedRoom()
  const app = await openApp(`/?folder=${ids['01 계약/01-01 이전 안']}`, reader)
  await expect.element(trail()).toHaveTextContent(/바탕화면.*01 계약.*01-01 이전 안/)
  expect(trail().element().querySelector('[aria-current]')).toHaveTextContent(/^01-01 이전 안$/)
  await expect.element(branch('01-01 이전 안')).toHaveAttribute('aria-selected', 'true')
  await expect.element(branch('01 계약')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(branch('02 재무')).toHaveAttribute('aria-expanded', 'false')
  await expect.element(page.getByText('파일 1개', { exact: true })).toBeVisible()
  await eventually(() => document.title).toBe('01-01 이전 안 - 참여 시험 룸 - Data Room')

  await trail().getByRole('link', { name: '01 계약' }).click()
  await expect.element(page.getByText('파일 3개', { exact: true })).toBeVisible()
  await expect.element(page.getByText('폴더 1개 ·')).toBeVisible()
  await expect.element(trail().getByText('01-01 이전 안')).not.toBeInTheDocument()
  app.back()
  await expect.element(row('계약서 1차 안.pdf')).toBeVisible()
  await trail().getByRole('link', { name: '바탕화면' }).click()
  await eventually(app.address).toBe('/')
  await expect.element(row('안내문.pdf')).toBeVisible()
})

test('folders and rooms without anything say so, and offer nothing that a reader may not do', async () => {
  const { ids, reader } = await furnishedRoom()
  await openApp(`/?folder=${ids['03 빈 폴더']}`, reader)
  await expect.element(page.getByText('아직 등록된 문서가 없습니다.')).toBeVisible()
  await expect.element(page.getByText('파일 0개', { exact: true })).toBeVisible()
  await expect.element(page.getByText('폴더 0개')).not.toBeInTheDocument()
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument()
  await expect.element(page.getByText('끌어다')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: '폴더 만들기' })).not.toBeInTheDocument()
})

test('columns sort: folders stay above, and the order persists in a reloaded client', async () => {
  const { ids, reader } = await furnishedRoom()
  const app = await openApp(`/?folder=${ids['01 계약']}`, reader)
  await expect.element(row('계약서 초안.pdf')).toBeVisible()
  expect(namesInOrder()).toEqual([
    '01-01 이전 안',
    '계약서 초안.pdf',
    '부속합의서.pdf',
    '확인서.pdf',
  ])
  const size = page.getByRole('columnheader', { name: '크기' })
  await size.getByRole('button').click()
  await expect.element(size).toHaveAttribute('aria-sort', 'descending')
  await eventually(namesInOrder).toEqual([
    '01-01 이전 안',
    '부속합의서.pdf',
    '계약서 초안.pdf',
    '확인서.pdf',
  ])
  await focus(size.getByRole('button'))
  await commands.press('Enter')
  await expect.element(size).toHaveAttribute('aria-sort', 'ascending')
  await eventually(namesInOrder).toEqual([
    '01-01 이전 안',
    '확인서.pdf',
    '계약서 초안.pdf',
    '부속합의서.pdf',
  ])
  await expect
    .element(page.getByRole('columnheader', { name: '이름' }))
    .toHaveAttribute('aria-sort', 'none')
  await loadApp(app.address())
  await eventually(namesInOrder).toEqual([
    '01-01 이전 안',
    '확인서.pdf',
    '계약서 초안.pdf',
    '부속합의서.pdf',
  ])
})

test('the list is walked by key: arrows, Enter into a folder, Backspace out of it onto the folder that was left', async () => {
  const { ids, reader } = await furnishedRoom()
  const app = await openApp('/', reader)
  await focus(row('01 계약'))
  await commands.press('ArrowDown')
  await expect.element(row('02 재무')).toHaveFocus()
  await commands.press('Home')
  await commands.press('Enter')
  await eventually(app.address).toBe(`/?folder=${ids['01 계약']}`)
  await expect.element(row('01-01 이전 안')).toHaveFocus()
  await commands.press('End')
  await expect.element(row('확인서.pdf')).toHaveFocus()
  await commands.press('Backspace')
  await eventually(app.address).toBe('/')
  await expect.element(row('01 계약')).toHaveFocus()
  await commands.press('Backspace')
  expect(app.address()).toBe('/')
})
