import { expect, test } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import {
  filledRoom,
  menuItem,
  modal,
  open,
  openFilledRoom,
  openList,
  pathsOf,
  selected,
  stand,
  toast,
  undo,
} from '../../../test/filled-room.ts'
import { answer, dialog, list, row, texts } from '../../../test/steps.ts'

const reported = () => document.querySelector('.folder-head > [role=status]')?.textContent
const box = (name: string) => row(name).getByRole('checkbox')
const tools = (): Locator => page.getByRole('toolbar', { name: '선택한 항목 작업' })
const places = (text: string): Locator => tools().getByRole('button', { name: text })

async function selectInTwo() {
  const operator = await openFilledRoom()
  await box('안내문.pdf').click()
  await open('01 계약')
  await box('계약서.pdf').click()
  await box('부속합의서.pdf').click()
  return operator
}

test('a selection stays in another folder and is listed by folder, where items are taken out with keys alone', async () => {
  await selectInTwo()
  await expect.poll(reported).toBe('폴더 2곳에서 3개 선택됨')
  expect(selected()).toEqual(['계약서.pdf', '부속합의서.pdf'])
  const button = places('폴더 2곳에서 3개 선택됨')
  ;(button.element() as HTMLElement).focus()
  await commands.press('Enter')
  const shown = dialog('폴더 2곳에서 3개 선택됨')
  await expect.element(shown.getByRole('listitem').first()).toBeVisible()
  expect(texts(shown.getByRole('listitem'))).toEqual(['안내문.pdf', '계약서.pdf', '부속합의서.pdf'])
  await commands.press('Tab')
  await commands.press('Tab')
  await commands.press('ArrowDown')
  await commands.press('ArrowDown')
  await commands.press('ArrowDown')
  await expect
    .element(page.getByRole('button', { name: '선택에서 빼기: 계약서.pdf' }))
    .toHaveFocus()
  await commands.press('Enter')
  await expect.poll(reported).toBe('폴더 2곳에서 2개 선택됨')
  await expect
    .element(page.getByRole('button', { name: '선택에서 빼기: 부속합의서.pdf' }))
    .toHaveFocus()
  expect(selected()).toEqual(['부속합의서.pdf'])
  await commands.press('Escape')
  await stand('부속합의서.pdf')
  await commands.press('Escape')
  await expect.poll(reported).toBe('')
  await undo('다른 폴더에서 선택한 1개 항목의 선택을 해제했습니다.')
  await expect.poll(reported).toBe('폴더 2곳에서 2개 선택됨')
})

test('the head of a list selects and clears its own folder; a click on a row says what it took from others', async () => {
  await selectInTwo()
  await page.getByRole('checkbox', { name: '선택 해제' }).click()
  await expect.poll(reported).toBe('폴더 1곳에서 1개 선택됨')
  await page.getByRole('checkbox', { name: '모두 선택' }).click()
  await expect.poll(reported).toBe('폴더 2곳에서 4개 선택됨')
  await row('계약서.pdf').getByCss('.items-size').click()
  await expect.poll(reported).toBe('1개 선택됨')
  await undo('다른 폴더에서 선택한 1개 항목의 선택을 해제했습니다.')
  await expect.poll(reported).toBe('폴더 2곳에서 4개 선택됨')
})

test('items of several folders are moved together and go back to where each was', async () => {
  const { client } = await selectInTwo()
  const before = await pathsOf(client)
  await tools().getByRole('button', { name: '선택한 항목의 다른 작업' }).click()
  await expect.element(menuItem('이름 일괄 변경…')).toBeVisible()
  await commands.press('Escape')
  await stand('이전 안')
  await commands.press('Control+x')
  await open('이전 안')
  await stand('초안.pdf')
  await commands.press('Control+v')
  await expect.element(toast('붙여넣었습니다.')).toBeVisible()
  const there = [
    '01 계약/이전 안/계약서.pdf',
    '01 계약/이전 안/부속합의서.pdf',
    '01 계약/이전 안/안내문.pdf',
  ]
  expect(await pathsOf(client)).toEqual(expect.arrayContaining(there))
  await undo('붙여넣었습니다.')
  await expect.poll(() => pathsOf(client)).toEqual(before)
})

test('what others delete or move leaves the selection, what they rename stays; deletion says in how many folders', async () => {
  const { client, ids } = await selectInTwo()
  const body = (path: string) => ({ fileId: ids[path], id: client.me.id, roomId: client.me.roomId })
  await open('이전 안')
  await expect.poll(reported).toBe('폴더 2곳에서 3개 선택됨')
  await client.call('DELETE', '/room/api/file/file/delete', { body: body('01 계약/계약서.pdf') })
  await expect.poll(reported).toBe('폴더 2곳에서 2개 선택됨')
  await client.call('PATCH', '/room/api/file/file/update/edit', {
    body: { ...body('안내문.pdf'), name: '새 안내문.pdf' },
  })
  await client.call('PATCH', '/room/api/file/file/update/move', {
    body: { ...body('01 계약/부속합의서.pdf'), parent: 0 },
  })
  await expect.poll(reported).toBe('폴더 1곳에서 1개 선택됨')
  await places('폴더 1곳에서 1개 선택됨').click()
  await expect
    .poll(() => texts(dialog('폴더 1곳에서 1개 선택됨').getByRole('listitem')))
    .toEqual(['새 안내문.pdf'])
  await commands.press('Escape')
  await box('초안.pdf').click()
  await stand('초안.pdf')
  await commands.press('Delete')
  await expect.element(modal()).toHaveTextContent('폴더 2곳에서 2개 선택됨')
  await answer('삭제')
  await expect.poll(reported).toBe('')
  expect((await pathsOf(client)).filter((path) => /안내문|초안/.test(path))).toEqual([])
})

test('where documents are read nothing is selected', async () => {
  const { client } = await filledRoom()
  await openList(client)
  await box('안내문.pdf').click()
  await expect.poll(reported).toBe('1개 선택됨')
  await stand('확인서.pdf')
  await row('확인서.pdf').click({ button: 'right' })
  await menuItem('열기').click()
  await expect.element(page.getByRole('treegrid')).not.toBeInTheDocument()
  await expect.poll(() => list().element().querySelectorAll('[aria-selected]').length).toBe(0)
})
