import { expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { makePdf } from '../../../test/app.tsx'
import { FROM_START, menuItem, modal, open, openFilledRoom, pathsOf, stand, toast, undo } from '../../../test/filled-room.ts'
import { answer, row } from '../../../test/steps.ts'

test('a copy is pasted into another folder and leaves the clipboard; then nothing is to paste [copy-pasted]', async () => {
  const { client } = await openFilledRoom()
  await stand('안내문.pdf')
  await commands.press('Control+v')
  await expect.element(modal()).toHaveTextContent('붙여넣을 파일이 없습니다.')
  await answer()
  await expect.element(row('안내문.pdf')).toHaveFocus()

  await commands.press('Control+c')
  await expect.element(toast('복사했습니다.')).toBeVisible()
  await open('02 재무')
  await stand('재무제표.pdf')
  await commands.press('Control+v')
  await expect.element(toast('붙여넣었습니다.')).toBeVisible()
  await expect.element(row('안내문.pdf')).toBeVisible()
  await commands.press('Control+v')
  await expect.element(modal()).toHaveTextContent('붙여넣을 파일이 없습니다.')
  await answer()
  expect(await pathsOf(client)).toEqual([...FROM_START, '02 재무/안내문.pdf'].sort())
})

test('what is cut is dimmed, goes where it is pasted by the menu of a folder, and comes back', async () => {
  const { client, ids } = await openFilledRoom()
  await client.upload([['안내문.pdf', await makePdf(2)]], ids['02 재무'] ?? 0)
  await stand('안내문.pdf')
  await commands.press('Control+x')
  await expect.element(row('안내문.pdf')).toHaveClass('items-row-cut')
  await expect.element(row('확인서.pdf')).not.toHaveClass('items-row-cut')
  await row('02 재무').click({ button: 'right' })
  await menuItem('붙여넣기').click()
  await expect.element(toast('붙여넣었습니다.')).toBeVisible()
  await expect.element(row('안내문.pdf')).not.toBeInTheDocument()
  expect(await pathsOf(client)).toEqual(expect.arrayContaining(['02 재무/안내문.pdf', '02 재무/안내문 (2).pdf']))
  await row('02 재무').click({ button: 'right' })
  await expect.element(menuItem('열기')).toBeVisible()
  await expect.element(menuItem('붙여넣기')).not.toBeInTheDocument()
  await commands.press('Escape')

  await undo('붙여넣었습니다.')
  await expect.element(toast('되돌렸습니다.')).toBeVisible()
  await expect.element(row('안내문.pdf')).toBeVisible()
  expect(await pathsOf(client)).toEqual([...FROM_START, '02 재무/안내문.pdf'].sort())
})
