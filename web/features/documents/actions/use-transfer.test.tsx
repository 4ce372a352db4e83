import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { makePdf } from '../../../test/app.tsx'
import {
  FROM_START,
  menuItem,
  modal,
  open,
  openFilledRoom,
  pathsOf,
  stand,
  toast,
  undo,
} from '../../../test/filled-room.ts'
import { grantsOn, newGroup, setGrants } from '../../../test/rights.ts'
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
  await undo('붙여넣었습니다.')
  await expect.poll(() => pathsOf(client)).toEqual(FROM_START)
  await expect.element(row('안내문.pdf')).not.toBeInTheDocument()
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
  expect(await pathsOf(client)).toEqual(
    expect.arrayContaining(['02 재무/안내문.pdf', '02 재무/안내문 (2).pdf']),
  )
  await row('02 재무').click({ button: 'right' })
  await expect.element(menuItem('열기')).toBeVisible()
  await expect.element(menuItem('붙여넣기')).not.toBeInTheDocument()
  await commands.press('Escape')

  await undo('붙여넣었습니다.')
  await expect.element(toast('되돌렸습니다.')).toBeVisible()
  await expect.element(row('안내문.pdf')).toBeVisible()
  expect(await pathsOf(client)).toEqual([...FROM_START, '02 재무/안내문.pdf'].sort())
})

const differ = () => page.getByRole('alertdialog', { name: '권한이 달라집니다' })
const differAnswer = (name: string) => differ().getByRole('button', { name, exact: true }).click()

/** The advisers see `02 재무` but not `안내문.pdf`, so moves change their rights. */
async function openUnevenRoom() {
  const room = await openFilledRoom()
  const advisers = await newGroup(room.client, '자문단', 'none')
  await setGrants(room.client, [
    { groupId: advisers, itemId: room.ids['02 재무'] ?? 0, level: 'view' },
  ])
  return { ...room, advisers, document: room.ids['안내문.pdf'] ?? 0 }
}

async function cutAndPasteInto(name: string, folder: string) {
  await stand(name)
  await commands.press('Control+x')
  await row(folder).click({ button: 'right' })
  await menuItem('붙여넣기').click()
}

test('a place that shows more to a group is asked about, and nothing happens on cancel', async () => {
  const { client, document, advisers } = await openUnevenRoom()
  await cutAndPasteInto('안내문.pdf', '02 재무')
  await expect.element(differ()).toHaveTextContent('자문단')
  await expect.element(differ().getByRole('button', { name: '취소' })).toHaveFocus()
  await differAnswer('취소')
  expect(await pathsOf(client)).toEqual(FROM_START)

  await row('02 재무').click({ button: 'right' })
  await menuItem('붙여넣기').click()
  await differAnswer('새 위치의 권한 적용')
  await expect.element(toast('붙여넣었습니다.')).toBeVisible()
  expect(await pathsOf(client)).toContain('02 재무/안내문.pdf')
  expect(await grantsOn(client, document)).toEqual({})
  await undo('붙여넣었습니다.')
  await expect.element(toast('되돌렸습니다.')).toBeVisible()
  expect(await pathsOf(client)).toEqual(FROM_START)
  expect(await grantsOn(client, document)).not.toHaveProperty(`${advisers}`)
})

test('kept rights are written, and taken away by the undo', async () => {
  const { client, document, advisers } = await openUnevenRoom()
  await cutAndPasteInto('안내문.pdf', '02 재무')
  await differAnswer('지금 권한 유지')
  await expect.element(toast('붙여넣었습니다.')).toBeVisible()
  expect(await grantsOn(client, document)).toEqual({ [advisers]: 'none' })
  await undo('붙여넣었습니다.')
  await expect.element(toast('되돌렸습니다.')).toBeVisible()
  expect(await pathsOf(client)).toEqual(FROM_START)
  expect(await grantsOn(client, document)).toEqual({})
})

test('a move into a hidden place is undone without a question', async () => {
  const { client, document } = await openUnevenRoom()
  await open('02 재무')
  await stand('재무제표.pdf')
  await commands.press('Control+x')
  await page.getByRole('navigation', { name: '현재 위치' }).getByRole('link').first().click()
  await row('01 계약').click({ button: 'right' })
  await menuItem('붙여넣기').click()
  await expect.element(toast('붙여넣었습니다.')).toBeVisible()
  await undo('붙여넣었습니다.')
  await expect.element(toast('되돌렸습니다.')).toBeVisible()
  expect(differ().elements()).toEqual([])
  expect(await pathsOf(client)).toEqual(FROM_START)
  expect(await grantsOn(client, document)).toEqual({})
})

test('copies are asked about too, once for all, and who thinks it over can still answer', async () => {
  const { client } = await openUnevenRoom()
  for (const name of ['안내문.pdf', '확인서.pdf']) await row(name).getByRole('checkbox').click()
  await stand('안내문.pdf')
  await commands.press('Control+c')
  await row('02 재무').click({ button: 'right' })
  await menuItem('붙여넣기').click()
  await expect.element(differ()).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(page.getByRole('progressbar').elements()).toEqual([])
  await differAnswer('지금 권한 유지')
  await expect.element(toast('붙여넣었습니다.')).toBeVisible()
  expect(await pathsOf(client)).toEqual(
    [...FROM_START, '02 재무/안내문.pdf', '02 재무/확인서.pdf'].sort(),
  )
})
