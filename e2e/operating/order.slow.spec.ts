import {
  dialog,
  FROM_START,
  menuItem,
  pathsOf,
  stand,
  story,
  toast,
  undo,
} from '../support/filled-room.ts'
import { expect } from '../support/server-fixture.ts'
import { row } from '../support/steps.ts'

story(
  'items are moved by a dialog that shows where they cannot go, makes folders, and is undone',
  async ({ operator }) => {
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
    await expect(dialog(page)).toContainText(
      '폴더를 그 폴더 자신이나 하위 폴더에 넣을 수 없습니다.',
    )
    await expect(dialog(page).getByRole('treeitem', { name: '이전 안' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(dialog(page).getByRole('treeitem', { name: '이전 안' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText(
      '폴더를 그 폴더 자신이나 하위 폴더에 넣을 수 없습니다.',
    )
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
    await expect(dialog(page).getByRole('treeitem', { name: '참고' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
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
  },
)
