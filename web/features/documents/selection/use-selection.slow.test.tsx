import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { invite, openApp } from '../../../test/app.tsx'
import { filledRoom, openFilledRoom, selected, sizeOf, stand } from '../../../test/filled-room.ts'
import { intercept } from '../../../test/intercept.ts'
import { list, row } from '../../../test/steps.ts'

const reported = () => document.querySelector('.folder-head > [role=status]')?.textContent
const box = (name: string) => row(name).getByRole('checkbox')

test('rows are selected as in any file manager, and the number is shown', async () => {
  await openFilledRoom()
  await expect.element(list()).toHaveAttribute('aria-multiselectable', 'true')
  await sizeOf('안내문.pdf').click()
  expect(selected()).toEqual(['안내문.pdf'])
  await expect.poll(reported).toBe('1개 선택됨')
  await sizeOf('01 계약').click({ modifiers: ['ControlOrMeta'] })
  expect(selected()).toEqual(['01 계약', '안내문.pdf'])
  await sizeOf('확인서.pdf').click({ modifiers: ['Shift'] })
  expect(selected()).toEqual(['01 계약', '02 재무', '03 빈 폴더', '안내문.pdf', '확인서.pdf'])
  await expect.poll(reported).toBe('5개 선택됨')
  await box('02 재무').click()
  expect(selected()).toEqual(['01 계약', '03 빈 폴더', '안내문.pdf', '확인서.pdf'])
  await expect.element(box('02 재무')).not.toBeChecked()
  await sizeOf('확인서.pdf').click()
  expect(selected()).toEqual(['확인서.pdf'])
  await commands.press('Escape')
  expect(selected()).toEqual([])
  await expect.poll(reported).toBe('')
  await expect.element(row('확인서.pdf')).toHaveFocus()
  await expect.element(page.getByRole('button', { name: '폴더 만들기' })).toBeVisible()
})

test('the keyboard selects alone: Space, Shift with arrows, all, none', async () => {
  await openFilledRoom()
  await stand('03 빈 폴더')
  await commands.press('Shift+ArrowDown')
  expect(selected()).toEqual(['03 빈 폴더', '안내문.pdf'])
  await commands.press('Shift+ArrowUp')
  await commands.press('Shift+ArrowUp')
  expect(selected()).toEqual(['02 재무', '03 빈 폴더'])
  await commands.press('Space')
  expect(selected()).toEqual(['03 빈 폴더'])
  await commands.press('End')
  expect(selected()).toEqual(['03 빈 폴더'])
  await commands.press('Control+a')
  expect(selected()).toEqual(['01 계약', '02 재무', '03 빈 폴더', '안내문.pdf', '확인서.pdf'])
  await expect.element(row('확인서.pdf')).toHaveFocus()
  await page.getByRole('button', { name: '선택 해제' }).click()
  expect(selected()).toEqual([])
  await expect.element(row('확인서.pdf')).toHaveFocus()
})

test('all of a long folder is selected, with what was not loaded yet', async () => {
  const { client } = await filledRoom(['안내문.pdf'])
  const many = await client.newFolder('03 전표')
  const folders = Array.from(
    { length: 520 },
    (_, index) => `전표 ${String(index).padStart(3, '0')}`,
  )
  for (let from = 0; from < 520; from += 100)
    await client.makeFolders(folders.slice(from, from + 100), many)
  await openApp(`/admin/upload?folder=${many}`, client)
  await stand('전표 000')
  let held = 0
  intercept(async ({ body, send }) => {
    if (body.includes('"limit":1000') && held++ === 0)
      await expect.element(page.getByText('모두 선택하는 중… 0 / 520')).toBeVisible()
    return send()
  })
  await commands.press('Control+a')
  await expect.poll(reported).toBe('520개 선택됨')
  expect(held).toBeGreaterThan(0)
  await commands.press('End')
  await expect.element(row('전표 519')).toHaveFocus()
  await expect.element(row('전표 519')).toHaveAttribute('aria-selected', 'true')
  expect(list().getByRole('row').elements().length).toBeLessThan(80)
})

test('on the screen where documents are read a click opens; only boxes select, and nothing is dragged', async () => {
  const { client, ids } = await filledRoom()
  const reader = await invite(client)
  const app = await openApp('/', reader.client)
  await expect.element(row('안내문.pdf')).toBeVisible()
  await expect.element(page.getByRole('treegrid')).not.toBeInTheDocument()
  await expect.element(list()).toHaveAttribute('aria-multiselectable', 'true')
  await box('안내문.pdf').click()
  expect(selected()).toEqual(['안내문.pdf'])
  expect(list().element().querySelectorAll('[draggable=true], [aria-expanded=true]')).toHaveLength(
    0,
  )
  await sizeOf('01 계약').click()
  await expect.poll(app.address).toMatch(new RegExp(`folder=${ids['01 계약']}$`))
})
