import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { makePdf } from '../../../test/app.tsx'
import { field, menu, modal, openFilledRoom, stand } from '../../../test/filled-room.ts'
import { focused, row } from '../../../test/steps.ts'

const dialog = () => page.getByRole('dialog')

async function choose(name: string): Promise<void> {
  await commands.press('ContextMenu')
  await expect.element(menu()).toBeVisible()
  for (let steps = 0; steps < 15 && focused()?.hasAttribute('aria-labelledby'); steps += 1) {
    if (focused()?.textContent?.startsWith(name)) break
    await commands.press('ArrowDown')
  }
  await commands.press('Enter')
  await expect.element(menu()).not.toBeInTheDocument()
}

test('Escape returns the focus to the row from any menu, field or dialog', async () => {
  await openFilledRoom()
  const here = row('안내문.pdf')
  await stand('안내문.pdf')
  await commands.press('ContextMenu')
  await expect.element(menu()).toBeVisible()
  await commands.press('Escape')
  await expect.element(here).toHaveFocus()

  for (const name of ['이동…', '이전 버전…', '속성']) {
    await choose(name)
    await expect.element(dialog(), { message: name }).toBeVisible()
    await commands.press('Escape')
    await expect.element(dialog(), { message: name }).not.toBeInTheDocument()
    await expect.element(here, { message: name }).toHaveFocus()
  }
  for (const open of [() => choose('이름 바꾸기'), () => commands.press('F2')]) {
    await open()
    await expect.element(field()).toHaveFocus()
    await commands.press('Escape')
    await expect.element(here).toHaveFocus()
  }
  for (const open of [() => choose('삭제'), () => commands.press('Delete')]) {
    await open()
    await expect.element(modal()).toBeVisible()
    await commands.press('Escape')
    await expect.element(modal()).not.toBeInTheDocument()
    await expect.element(here).toHaveFocus()
  }
  await commands.press('ArrowUp')
  await commands.press('Control+p')
  await expect.element(modal()).toHaveTextContent('폴더는 인쇄할 수 없습니다.')
  await commands.press('Escape')
  await expect.element(row('03 빈 폴더')).toHaveFocus()
})

test('what is done keeps the focus on the row, and on its neighbour where the row is gone', async () => {
  await openFilledRoom()
  await stand('안내문.pdf')
  await choose('이름 바꾸기')
  await expect.element(field()).toHaveFocus()
  await commands.typeText('02 안내문')
  await commands.press('Enter')
  await expect.element(row('02 안내문.pdf')).toHaveFocus()

  await choose('이동…')
  const tree = dialog().getByRole('treeitem', { name: '03 빈 폴더' })
  await expect.element(tree).toBeVisible()
  await commands.press('End')
  await commands.press('Enter')
  await expect.element(tree).toHaveAttribute('aria-selected', 'true')
  for (let steps = 0; steps < 4 && focused()?.textContent !== '이동'; steps += 1)
    await commands.press('Tab')
  await commands.press('Enter')
  await expect.element(row('02 안내문.pdf')).not.toBeInTheDocument()
  await expect.element(row('확인서.pdf')).toHaveFocus()

  await commands.press('Delete')
  await expect.element(modal()).toBeVisible()
  await commands.press('Tab')
  await commands.press('Enter')
  await expect.element(row('확인서.pdf')).not.toBeInTheDocument()
  await expect.element(row('03 빈 폴더')).toHaveFocus()

  await commands.press('Enter')
  await expect.element(row('02 안내문.pdf')).toHaveFocus()
  await commands.press('Control+c')
  await commands.press('Control+v')
  await expect.element(row('02 안내문 (2).pdf')).toBeVisible()
  await expect.poll(() => focused()?.matches('tr, [role=row]')).toBe(true)
})

test('an older version is taken back by keys alone; the focus stays in the dialog, then returns to the row', async () => {
  const { client } = await openFilledRoom()
  expect((await client.upload([['안내문.pdf', await makePdf(9)]], 0, 'replace')).json.status).toBe(
    'OK',
  )
  await stand('안내문.pdf')
  await choose('이전 버전…')
  const versions = () => dialog().getByRole('listitem').elements().length
  await expect.poll(versions).toBe(2)
  const goBack = dialog().getByRole('button', { name: '버전 1: 이 버전으로 되돌리기' })
  await expect.element(goBack).toBeVisible()
  for (let steps = 0; steps < 6 && goBack.element() !== focused(); steps += 1)
    await commands.press('Shift+Tab')
  await commands.press('Enter')
  await expect.element(modal()).toBeVisible()
  await commands.press('Tab')
  await commands.press('Enter')
  await expect.element(modal()).not.toBeInTheDocument()
  await expect.poll(versions).toBe(3)
  await expect.element(goBack).toHaveFocus()
  await commands.press('Escape')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(row('안내문.pdf')).toHaveFocus()
})
