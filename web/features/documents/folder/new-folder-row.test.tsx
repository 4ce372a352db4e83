import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { newRoom, openApp, recordCalls } from '../../../test/app.tsx'
import { list, row } from '../../../test/steps.ts'

const createFolder = page.getByRole('button', { name: '폴더 만들기' })
const nameField = page.getByRole('textbox', { name: '폴더 이름' })

test('a folder gets its name in the list: Enter makes it, Escape and blanks make none [folder-named]', async () => {
  const { operator } = await newRoom()
  await openApp('/admin/upload', operator)
  const calls = recordCalls()
  const sent = () =>
    calls.map(({ call }) => call).filter((call) => call.endsWith('/room/api/file/upload'))
  await createFolder.click()
  await expect.element(nameField).toHaveFocus()
  await expect.element(nameField).toHaveValue('새 폴더')
  await commands.press('Escape')
  await expect.element(nameField).not.toBeInTheDocument()
  expect(sent()).toEqual([])

  await createFolder.click()
  await nameField.fill('01 계약')
  await commands.press('Enter')
  await expect.element(nameField).not.toBeInTheDocument()
  await expect.element(row('01 계약')).toHaveFocus()
  expect(sent()).toEqual(['POST /api/room/api/file/upload'])

  await createFolder.click()
  await nameField.fill('   ')
  await commands.press('Enter')
  await expect.element(nameField).not.toBeInTheDocument()
  expect(sent()).toHaveLength(1)
  await expect.element(list().getByRole('rowheader')).toHaveLength(1)
})
