import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import {
  FROM_START,
  modal,
  openFilledRoom,
  pathsOf,
  stand,
  toast,
  undo,
} from '../../../test/filled-room.ts'
import { answer, focused, row } from '../../../test/steps.ts'

const DELETE = '/room/api/file/file/delete$'

test('a file, a folder, several are deleted after a question that says what goes, and come back [delete-asked]', async () => {
  const { client } = await openFilledRoom()
  await stand('안내문.pdf')
  await commands.press('Delete')
  await expect.element(modal()).toHaveTextContent('파일을 삭제하시겠습니까?')
  await expect.element(modal()).toHaveTextContent('안내문.pdf')
  await expect.poll(() => focused()?.textContent).toBe('취소')
  await commands.press('Enter')
  await expect.element(modal()).not.toBeInTheDocument()
  await expect.element(row('안내문.pdf')).toHaveFocus()
  expect(await pathsOf(client)).toEqual(FROM_START)

  await stand('01 계약')
  await commands.press('Delete')
  await expect.element(modal()).toHaveTextContent('폴더와 그 안의 항목 4개를 삭제하시겠습니까?')
  await answer('삭제')
  await expect.element(toast('1개 항목을 삭제했습니다.')).toBeVisible()
  await expect.element(row('01 계약')).not.toBeInTheDocument()
  expect(await pathsOf(client)).toEqual(FROM_START.filter((path) => !path.startsWith('01')))
  await undo('1개 항목을 삭제했습니다.')
  await expect.element(row('01 계약')).toBeVisible()
  expect(await pathsOf(client)).toEqual(FROM_START)

  await stand('03 빈 폴더')
  await commands.press('Delete')
  await expect.element(modal()).toHaveTextContent('빈 폴더를 삭제하시겠습니까?')
  await answer('취소')

  await stand('01 계약')
  await commands.press('Control+a')
  await commands.press('Delete')
  await expect.element(modal()).toHaveTextContent('선택한 항목 5개를 삭제하시겠습니까?')
  await expect.element(modal()).toHaveTextContent('폴더 안의 항목 5개도 함께 삭제됩니다.')
  await answer('삭제')
  await expect.element(toast('5개 항목을 삭제했습니다.')).toBeVisible()
  expect(await pathsOf(client)).toEqual([])
  await undo('5개 항목을 삭제했습니다.')
  await expect.element(row('확인서.pdf')).toBeVisible()
  expect(await pathsOf(client)).toEqual(FROM_START)
})

test('what cannot be deleted is listed with the reason, the others are gone', async () => {
  const { client, ids } = await openFilledRoom()
  await stand('안내문.pdf')
  await commands.press('Shift+ArrowDown')
  await commands.press('Delete')
  await expect.element(modal()).toHaveTextContent('선택한 항목 2개를 삭제하시겠습니까?')
  await client.deleteItem(ids['안내문.pdf'] ?? 0)
  await modal().getByRole('button', { name: '삭제' }).click()
  await expect.element(modal()).toHaveTextContent('1개 항목을 삭제하지 못했습니다.')
  await expect
    .element(modal().getByRole('listitem'))
    .toHaveTextContent(/안내문\.pdf.*찾을 수 없습니다\./)
  await answer()
  await expect.element(toast('1개 항목을 삭제했습니다.')).toBeVisible()
  expect(await pathsOf(client)).not.toContain('확인서.pdf')
  await undo('1개 항목을 삭제했습니다.')
  await expect.element(row('확인서.pdf')).toBeVisible()
  expect(await pathsOf(client)).not.toContain('안내문.pdf')
})

test('several that take long show how far they are, and can be stopped between two', async () => {
  const { client } = await openFilledRoom()
  await commands.hold(DELETE)
  await stand('안내문.pdf')
  await commands.press('Shift+ArrowDown')
  await commands.press('Delete')
  await modal().getByRole('button', { name: '삭제' }).click()
  await expect.element(page.getByRole('dialog').getByRole('progressbar')).toBeVisible()
  await page.getByRole('dialog').getByRole('button').click()
  await commands.letGo(DELETE)
  await expect.element(toast('1개 항목을 삭제했습니다.')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(modal()).not.toBeInTheDocument()
  expect(
    (await pathsOf(client)).filter((path) => ['안내문.pdf', '확인서.pdf'].includes(path)),
  ).toEqual(['확인서.pdf'])
})
