import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { menu, menuItem, openFilledRoom, pathsOf, stand, toast } from '../../../test/filled-room.ts'
import { row } from '../../../test/steps.ts'

test('the menu opens in four ways, and says why something is not to be had [menu-ways]', async () => {
  await openFilledRoom()
  const more = row('안내문.pdf').getByRole('button', { name: '더 보기: 안내문.pdf' })
  const ways = [
    () => more.click(),
    () => row('안내문.pdf').click({ button: 'right' }),
    async () => {
      await stand('안내문.pdf')
      await commands.press('ContextMenu')
    },
    async () => {
      await stand('안내문.pdf')
      await commands.press('Shift+F10')
    },
  ]
  for (const way of ways) {
    await way()
    await expect.element(menuItem('이름 바꾸기')).toBeVisible()
    await commands.press('Escape')
    await expect.element(menu()).not.toBeInTheDocument()
  }
  await more.click()
  await expect.element(menu()).toBeVisible()
  await commands.moveMouse({ x: 700, y: 880 })
  await commands.pressMouse()
  await commands.releaseMouse()
  await expect.element(menu()).not.toBeInTheDocument()
  await row('01 계약').click({ button: 'right' })
  const print = menu().getByRole('menuitem', { name: '인쇄' })
  await expect.element(print).toHaveAttribute('aria-disabled', 'true')
  await expect.element(print).toHaveTextContent('폴더는 인쇄할 수 없습니다.')
  await expect.element(print).toHaveAccessibleDescription('폴더는 인쇄할 수 없습니다.')
  const keys = {
    열기: 'Enter',
    '이름 바꾸기': 'F2',
    복사: 'Control+C',
    잘라내기: 'Control+X',
    삭제: 'Delete',
  }
  for (const [name, shortcut] of Object.entries(keys))
    await expect.element(menuItem(name)).toHaveAttribute('aria-keyshortcuts', shortcut)
  await expect.element(menuItem('복사')).toHaveTextContent('Ctrl+C')
  await expect.element(menuItem('이동…')).not.toHaveAttribute('aria-keyshortcuts')
  expect(menu().getByRole('separator').elements()).toHaveLength(5)
  for (const name of [
    '열기',
    '복사',
    '잘라내기',
    '이동…',
    '삭제',
    '공개…',
    '공개 취소…',
    '권한…',
    '볼 수 있는 사람…',
    '속성',
    '폴더 이름 복사',
  ]) {
    await expect.element(menuItem(name)).toBeEnabled()
    await expect.element(menuItem(name)).not.toHaveAttribute('aria-disabled', 'true')
  }
  for (const name of ['붙여넣기', '이전 버전…'])
    await expect.element(menuItem(name)).not.toBeInTheDocument()
})

test('a selection has a bar with what can be done with it', async () => {
  const { client } = await openFilledRoom()
  await stand('안내문.pdf')
  await commands.press('Shift+ArrowDown')
  const bar = page.getByRole('toolbar', { name: '선택한 항목 작업' })
  await expect.element(bar).toHaveTextContent('2개 선택됨')
  const print = bar.getByRole('button', { name: '인쇄' })
  await expect.element(print).toHaveAttribute('aria-disabled', 'true')
  await expect.element(print).toHaveAccessibleDescription('한 번에 한 파일만 인쇄할 수 있습니다.')
  await commands.press('F2')
  await expect.element(page.getByRole('dialog')).toHaveTextContent('2개 항목 이름 일괄 변경')
  await expect.element(page.getByRole('dialog')).toHaveTextContent('안내문.pdf변경 없음')
  await commands.press('Escape')
  await bar.getByRole('button', { name: '이동' }).click()
  await expect.element(page.getByRole('dialog')).toHaveTextContent('2개 항목 이동')
  const move = page.getByRole('dialog')
  await move.getByRole('treeitem', { name: '03 빈 폴더' }).click()
  await move.getByRole('button', { name: '이동', exact: true }).click()
  await expect.element(toast("'03 빈 폴더' 폴더로 2개 항목을 이동했습니다.")).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
  expect(await pathsOf(client)).toEqual(
    expect.arrayContaining(['03 빈 폴더/안내문.pdf', '03 빈 폴더/확인서.pdf']),
  )
})

test('a menu that fits neither below its row nor above it is shown whole, over the row', async () => {
  await openFilledRoom()
  const { top } = row('안내문.pdf').element().getBoundingClientRect()
  await page.viewport(1440, Math.round(top) + 340)
  for (const open of [
    () => row('안내문.pdf').click({ button: 'right' }),
    () => row('안내문.pdf').getByRole('button', { name: '더 보기: 안내문.pdf' }).click(),
  ]) {
    await open()
    await expect.element(menuItem('속성')).toBeVisible()
    const element = menu().element()
    await expect.poll(() => element.scrollHeight - element.clientHeight).toBe(0)
    const box = element.getBoundingClientRect()
    expect(box.height).toBeGreaterThan(340)
    expect(box.top).toBeGreaterThanOrEqual(0)
    expect(box.bottom).toBeLessThanOrEqual(innerHeight)
    await commands.press('Escape')
    await expect.element(menu()).not.toBeInTheDocument()
  }
})
