import { makePdf } from '../server/test/make-pdf.ts'
import { calls, dialog, FROM_START, field, menu, menuItem, open, pathsOf, stand, story, toast, undo } from './filled-room.ts'
import { expect } from './server-fixture.ts'
import { answer, focused, message, row } from './steps.ts'

story('the menu opens in four ways, and says why something is not to be had [menu-ways]', async ({ operator: { page } }) => {
  const more = row(page, '안내문.pdf').getByRole('button', { name: '더 보기: 안내문.pdf' })
  const ways = [
    () => more.click(),
    () => row(page, '안내문.pdf').click({ button: 'right' }),
    async () => {
      await stand(page, '안내문.pdf')
      await page.keyboard.press('ContextMenu')
    },
    async () => {
      await stand(page, '안내문.pdf')
      await page.keyboard.press('Shift+F10')
    },
  ]
  for (const way of ways) {
    await way()
    await expect(menuItem(page, '이름 바꾸기')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu(page)).toHaveCount(0)
  }
  await more.click()
  await expect(menu(page)).toBeVisible()
  // Anywhere outside of it.
  await page.mouse.click(700, 880)
  await expect(menu(page)).toHaveCount(0)
  await row(page, '01 계약').click({ button: 'right' })
  const print = menu(page).getByRole('menuitem', { name: '인쇄' })
  await expect(print).toBeDisabled()
  await expect(print).toContainText('파일을 선택해 주세요.')
  await expect(print).toHaveAccessibleDescription('파일을 선택해 주세요.')
  const keys = { 열기: 'Enter', '이름 바꾸기': 'F2', 복사: 'Control+C', 잘라내기: 'Control+X', 삭제: 'Delete' }
  for (const [name, shortcut] of Object.entries(keys)) await expect(menuItem(page, name)).toHaveAttribute('aria-keyshortcuts', shortcut)
  await expect(menuItem(page, '복사')).toContainText('Ctrl+C')
  await expect(menuItem(page, '이동…')).not.toHaveAttribute('aria-keyshortcuts')
  await expect(menu(page).getByRole('separator')).toHaveCount(3)
  for (const name of ['열기', '복사', '잘라내기', '이동…', '삭제', '속성', '폴더 이름 복사'])
    await expect(menuItem(page, name)).toBeEnabled()
  for (const name of ['붙여넣기', '이전 버전…']) await expect(menuItem(page, name)).toHaveCount(0)
})

story(
  'a name is changed in its row; its extension stays; what is refused is told there, and stays typed [name-changed]',
  async ({ operator, strictness }) => {
    const { page, client } = operator
    strictness.expectRefusals(/\/room\/api\/file\/file\/update\/edit$/)
    const sent = calls(page, 'PATCH')
    await stand(page, '안내문.pdf')
    await page.keyboard.press('F2')
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue('안내문')
    expect(await field(page).evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd])).toEqual([0, 3])
    await page.keyboard.type('실사 안내문')
    await page.keyboard.press('Enter')
    await expect(row(page, '실사 안내문.pdf')).toBeFocused()
    await expect(toast(page, '이름을 바꿨습니다.')).toBeVisible()

    await page.keyboard.press('F2')
    await page.keyboard.type('확인서')
    await page.keyboard.press('Enter')
    const problem = page.getByRole('alert').filter({ hasText: '같은 이름이 이미 있습니다. 다른 이름을 입력해 주세요.' })
    await expect(problem).toBeVisible()
    await expect(field(page)).toHaveValue('확인서')
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveAccessibleDescription(/같은 이름이 이미 있습니다/)
    await field(page).fill('a/b')
    await expect(problem).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: '이 이름은 사용할 수 없습니다.' })).toBeVisible()
    await field(page).fill('안내문.docx')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: '확장자는 바꿀 수 없습니다: .pdf' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(row(page, '실사 안내문.pdf')).toBeFocused()
    expect(sent).toHaveLength(4)

    await page.keyboard.press('F2')
    await page.keyboard.press('Enter')
    await expect(field(page)).toHaveCount(0)
    expect(sent, 'the same name is no change').toHaveLength(4)

    await page.keyboard.press('F2')
    await page.keyboard.type('최종 안내문')
    await row(page, '확인서.pdf').locator('.items-date').click()
    await expect(row(page, '최종 안내문.pdf')).toBeVisible()
    expect(await pathsOf(client)).toEqual(expect.arrayContaining(['최종 안내문.pdf', '확인서.pdf']))
  },
)

story('Enter that ends a Hangul syllable does not end the name', async ({ operator: { page } }) => {
  const sent = calls(page, 'PATCH')
  const ime = await page.context().newCDPSession(page)
  await stand(page, '03 빈 폴더')
  await page.keyboard.press('F2')
  await field(page).fill('')
  await ime.send('Input.imeSetComposition', { text: '법', selectionStart: 1, selectionEnd: 1 })
  for (const key of ['Enter', 'Escape'])
    await ime.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code: key, windowsVirtualKeyCode: 229 })
  await expect(field(page)).toHaveValue('법')
  expect(sent).toEqual([])
  await ime.send('Input.insertText', { text: '법무' })
  await page.keyboard.press('Enter')
  await expect(row(page, '법무')).toBeFocused()
})

story('a copy is pasted into another folder and leaves the clipboard; then nothing is to paste [copy-pasted]', async ({ operator }) => {
  const { page, client } = operator
  await stand(page, '안내문.pdf')
  await page.keyboard.press('Control+v')
  await expect(message(page)).toContainText('붙여넣을 파일이 없습니다.')
  await answer(page)
  await expect(row(page, '안내문.pdf')).toBeFocused()

  await page.keyboard.press('Control+c')
  await expect(toast(page, '복사했습니다.')).toBeVisible()
  await open(page, '02 재무')
  await stand(page, '재무제표.pdf')
  await page.keyboard.press('Control+v')
  await expect(toast(page, '붙여넣었습니다.')).toBeVisible()
  await expect(row(page, '안내문.pdf')).toBeVisible()
  await page.keyboard.press('Control+v')
  await expect(message(page)).toContainText('붙여넣을 파일이 없습니다.')
  await answer(page)
  expect(await pathsOf(client)).toEqual([...FROM_START, '02 재무/안내문.pdf'].sort())
})

story('what is cut is dimmed, goes where it is pasted by the menu of a folder, and comes back', async ({ operator }) => {
  const { page, client } = operator
  await client.upload([['안내문.pdf', makePdf(2)]], operator.ids['02 재무'] ?? 0)
  await stand(page, '안내문.pdf')
  await page.keyboard.press('Control+x')
  await expect(row(page, '안내문.pdf')).toHaveClass(/items-row-cut/)
  await expect(row(page, '확인서.pdf')).not.toHaveClass(/items-row-cut/)
  await row(page, '02 재무').click({ button: 'right' })
  await menuItem(page, '붙여넣기').click()
  await expect(toast(page, '붙여넣었습니다.')).toBeVisible()
  await expect(row(page, '안내문.pdf')).toHaveCount(0)
  expect(await pathsOf(client)).toEqual(expect.arrayContaining(['02 재무/안내문.pdf', '02 재무/안내문 (2).pdf']))
  await row(page, '02 재무').click({ button: 'right' })
  await expect(menuItem(page, '붙여넣기')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await undo(page, '붙여넣었습니다.')
  await expect(toast(page, '되돌렸습니다.')).toBeVisible()
  await expect(row(page, '안내문.pdf')).toBeVisible()
  expect(await pathsOf(client)).toEqual([...FROM_START, '02 재무/안내문.pdf'].sort())
})

story('fields keep their own keys, and a marked text its own copy', async ({ operator: { page } }) => {
  await stand(page, '안내문.pdf')
  await page.keyboard.press('F2')
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Delete')
  await expect(field(page)).toHaveValue('')
  await page.keyboard.press('Control+v')
  await expect(field(page)).toHaveValue('안내문')
  await expect(message(page)).toHaveCount(0)
  await expect(page.locator('.toast')).toHaveCount(0)
  await page.keyboard.press('Escape')
})

story('items are moved by a dialog that shows where they cannot go, makes folders, and is undone', async ({ operator }) => {
  const { page, client } = operator
  await stand(page, '01 계약')
  await page.keyboard.press('Shift+F10')
  await menuItem(page, '이동…').click()
  await expect(dialog(page).getByRole('treeitem', { name: '바탕화면' })).toBeFocused()
  const move = dialog(page).getByRole('button', { name: '이동', exact: true })
  await expect(dialog(page)).toContainText('지금 있는 폴더입니다.')
  await expect(move).toBeDisabled()

  await page.keyboard.press('ArrowDown')
  await expect(dialog(page).getByRole('treeitem', { name: '01 계약' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('폴더를 그 폴더 자신이나 하위 폴더에 넣을 수 없습니다.')
  await expect(dialog(page).getByRole('treeitem', { name: '이전 안' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(dialog(page).getByRole('treeitem', { name: '이전 안' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('폴더를 그 폴더 자신이나 하위 폴더에 넣을 수 없습니다.')
  await expect(move).toBeDisabled()

  await dialog(page).getByRole('treeitem', { name: '02 재무' }).click()
  await dialog(page).getByRole('button', { name: '새 폴더' }).click()
  const name = dialog(page).getByRole('textbox', { name: '폴더 이름' })
  await page.keyboard.press('Escape')
  await expect(name).toHaveCount(0)
  await expect(dialog(page)).toBeVisible()
  await dialog(page).getByRole('button', { name: '새 폴더' }).click()
  await name.fill('참고')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('treeitem', { name: '참고' })).toHaveAttribute('aria-selected', 'true')
  await expect(dialog(page)).toContainText("'참고' 폴더로 이동합니다.")
  await move.click()
  await expect(dialog(page)).toHaveCount(0)
  const said = "'참고' 폴더로 1개 항목을 이동했습니다."
  await expect(toast(page, said)).toBeVisible()
  await expect(row(page, '01 계약')).toHaveCount(0)
  expect(await pathsOf(client)).toContain('02 재무/참고/01 계약/이전 안/초안.pdf')
  await undo(page, said)
  await expect(row(page, '01 계약')).toBeVisible()
  expect(await pathsOf(client)).toEqual([...FROM_START, '02 재무/참고'].sort())
})

story('a file, a folder, several are deleted after a question that says what goes, and come back [delete-asked]', async ({ operator }) => {
  const { page, client } = operator
  await stand(page, '안내문.pdf')
  await page.keyboard.press('Delete')
  await expect(message(page)).toContainText('파일을 삭제하시겠습니까?')
  await expect(message(page)).toContainText('안내문.pdf')
  await expect(focused(page)).toHaveText('취소')
  await page.keyboard.press('Enter')
  await expect(message(page)).toHaveCount(0)
  await expect(row(page, '안내문.pdf')).toBeFocused()
  expect(await pathsOf(client)).toEqual(FROM_START)

  await stand(page, '01 계약')
  await page.keyboard.press('Delete')
  await expect(message(page)).toContainText('폴더와 그 안의 항목 4개를 삭제하시겠습니까?')
  await answer(page, '삭제')
  await expect(toast(page, '1개 항목을 삭제했습니다.')).toBeVisible()
  await expect(row(page, '01 계약')).toHaveCount(0)
  expect(await pathsOf(client)).toEqual(FROM_START.filter((path) => !path.startsWith('01')))
  await undo(page, '1개 항목을 삭제했습니다.')
  await expect(row(page, '01 계약')).toBeVisible()
  expect(await pathsOf(client)).toEqual(FROM_START)

  await stand(page, '03 빈 폴더')
  await page.keyboard.press('Delete')
  await expect(message(page)).toContainText('빈 폴더를 삭제하시겠습니까?')
  await answer(page, '취소')

  await stand(page, '01 계약')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(message(page)).toContainText('선택한 항목 5개를 삭제하시겠습니까?')
  await expect(message(page)).toContainText('폴더 안의 항목 5개도 함께 삭제됩니다.')
  await answer(page, '삭제')
  await expect(toast(page, '5개 항목을 삭제했습니다.')).toBeVisible()
  expect(await pathsOf(client)).toEqual([])
  await undo(page, '5개 항목을 삭제했습니다.')
  await expect(row(page, '확인서.pdf')).toBeVisible()
  expect(await pathsOf(client)).toEqual(FROM_START)
})

story('what cannot be deleted is listed with the reason, the others are gone', async ({ operator, strictness }) => {
  const { page, client, ids } = operator
  strictness.expectRefusals(/\/room\/api\/file\/file\/delete$/)
  await stand(page, '안내문.pdf')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Delete')
  await expect(message(page)).toContainText('선택한 항목 2개를 삭제하시겠습니까?')
  await client.deleteItem(ids['안내문.pdf'] ?? 0)
  await message(page).getByRole('button', { name: '삭제' }).click()
  await expect(message(page)).toContainText('1개 항목을 삭제하지 못했습니다.')
  await expect(message(page).getByRole('listitem')).toHaveText(/안내문\.pdf.*찾을 수 없습니다\./)
  await answer(page)
  await expect(toast(page, '1개 항목을 삭제했습니다.')).toBeVisible()
  expect(await pathsOf(client)).not.toContain('확인서.pdf')
  await undo(page, '1개 항목을 삭제했습니다.')
  await expect(row(page, '확인서.pdf')).toBeVisible()
  expect(await pathsOf(client)).not.toContain('안내문.pdf')
})

story('several that take long show how far they are, and can be stopped between two', async ({ operator }) => {
  const { page, client } = operator
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/file/file/delete', async (route) => {
    await held
    await route.continue()
  })
  await stand(page, '안내문.pdf')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Delete')
  await message(page).getByRole('button', { name: '삭제' }).click()
  await expect(dialog(page).getByRole('progressbar')).toBeVisible()
  await dialog(page).getByRole('button').click()
  go()
  await expect(toast(page, '1개 항목을 삭제했습니다.')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(message(page)).toHaveCount(0)
  expect((await pathsOf(client)).filter((path) => ['안내문.pdf', '확인서.pdf'].includes(path))).toEqual(['확인서.pdf'])
})

story('a selection has a bar with what can be done with it', async ({ operator }) => {
  const { page, client } = operator
  await stand(page, '안내문.pdf')
  await page.keyboard.press('Shift+ArrowDown')
  const bar = page.getByRole('toolbar', { name: '선택한 항목 작업' })
  await expect(bar).toContainText('2개 선택됨')
  const print = bar.getByRole('button', { name: '인쇄' })
  await expect(print).toBeDisabled()
  await expect(print).toHaveAccessibleDescription('한 번에 한 파일만 인쇄할 수 있습니다.')
  await bar.getByRole('button', { name: '이동' }).click()
  await expect(dialog(page)).toContainText('2개 항목 이동')
  await dialog(page).getByRole('treeitem', { name: '03 빈 폴더' }).click()
  await dialog(page).getByRole('button', { name: '이동', exact: true }).click()
  await expect(toast(page, "'03 빈 폴더' 폴더로 2개 항목을 이동했습니다.")).toBeVisible()
  await expect(bar).toHaveCount(0)
  expect(await pathsOf(client)).toEqual(expect.arrayContaining(['03 빈 폴더/안내문.pdf', '03 빈 폴더/확인서.pdf']))
})
