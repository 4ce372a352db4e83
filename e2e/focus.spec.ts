import type { Page } from '@playwright/test'
import { makePdf } from '../server/test/make-pdf.ts'
import { dialog, field, menu, stand, story } from './filled-room.ts'
import { expect } from './server-fixture.ts'
import { focused, message, row } from './steps.ts'

/** Opens the menu of the row that has the focus, and goes to an entry by its first letters. */
async function choose(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ContextMenu')
  await expect(menu(page)).toBeVisible()
  for (let steps = 0; steps < 15 && (await focused(page).getAttribute('aria-labelledby')) !== null; steps += 1) {
    if ((await focused(page).textContent())?.startsWith(name)) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await expect(menu(page)).toHaveCount(0)
}

story('Escape gives the focus back to the row, whatever was open', async ({ operator: { page } }) => {
  const here = row(page, '안내문.pdf')
  await stand(page, '안내문.pdf')
  await page.keyboard.press('ContextMenu')
  await expect(menu(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(here).toBeFocused()

  for (const name of ['이동…', '이전 버전…', '속성']) {
    await choose(page, name)
    await expect(dialog(page), name).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page), name).toHaveCount(0)
    await expect(here, name).toBeFocused()
  }
  for (const open of [() => choose(page, '이름 바꾸기'), () => page.keyboard.press('F2')]) {
    await open()
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(here).toBeFocused()
  }
  for (const open of [() => choose(page, '삭제'), () => page.keyboard.press('Delete')]) {
    await open()
    await expect(message(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(message(page)).toHaveCount(0)
    await expect(here).toBeFocused()
  }
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Control+p')
  await expect(message(page)).toContainText('파일을 선택해 주세요.')
  await page.keyboard.press('Escape')
  await expect(row(page, '03 빈 폴더')).toBeFocused()
})

story('what is done keeps the focus on the row, and on its neighbour where the row is gone', async ({ operator: { page } }) => {
  await stand(page, '안내문.pdf')
  await choose(page, '이름 바꾸기')
  await page.keyboard.type('02 안내문')
  await page.keyboard.press('Enter')
  await expect(row(page, '02 안내문.pdf')).toBeFocused()

  await choose(page, '이동…')
  const tree = dialog(page).getByRole('treeitem', { name: '03 빈 폴더' })
  await expect(tree).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(tree).toHaveAttribute('aria-selected', 'true')
  for (let steps = 0; steps < 4; steps += 1) {
    if ((await focused(page).textContent()) === '이동') break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(row(page, '02 안내문.pdf')).toHaveCount(0)
  await expect(row(page, '확인서.pdf')).toBeFocused()

  await page.keyboard.press('Delete')
  await expect(message(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(row(page, '확인서.pdf')).toHaveCount(0)
  await expect(row(page, '03 빈 폴더')).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(row(page, '02 안내문.pdf')).toBeFocused()
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await expect(row(page, '02 안내문 (2).pdf')).toBeVisible()
  await expect(focused(page)).toHaveRole('row')
})

story('an older version is taken back by keys alone; the focus stays in the dialog, then returns to the row', async ({ operator }) => {
  const { page, client } = operator
  const form = client.uploadForm(0, 4)
  form.set('conflict', 'replace')
  form.append('file', new Blob([makePdf(9)]), '안내문.pdf')
  expect((await client.call('POST', '/room/api/file/upload', { form })).json.status).toBe('OK')
  await stand(page, '안내문.pdf')
  await choose(page, '이전 버전…')
  await expect(dialog(page).getByRole('listitem')).toHaveCount(2)
  const goBack = dialog(page).getByRole('button', { name: '버전 1: 이 버전으로 되돌리기' })
  await expect(goBack).toBeVisible()
  for (let steps = 0; steps < 6 && !(await goBack.evaluate((one) => one === document.activeElement)); steps += 1)
    await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(message(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(message(page)).toHaveCount(0)
  await expect(dialog(page).getByRole('listitem')).toHaveCount(3)
  await expect(goBack).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(row(page, '안내문.pdf')).toBeFocused()
})
