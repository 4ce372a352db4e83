import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { invite, newRoom, openApp, recordCalls } from '../../test/app.tsx'
import { intercept } from '../../test/intercept.ts'
import '../../test/locating.ts'

const dialog = page.getByRole('dialog', { name: '알림 메일' })
const pace = (name: RegExp) => dialog.getByRole('radio', { name })

async function openDialog() {
  const { operator } = await newRoom()
  const { client } = await invite(operator)
  await openApp('/', client)
  const account = page.getByRole('button', { name: '내 계정: 이참여' })
  await account.click()
  await page.getByRole('menuitem', { name: '알림 메일' }).click()
  return { client, account }
}

test('a person chooses with arrow keys how often mails come, and finds it again by the link of a mail', async () => {
  const { client, account } = await openDialog()
  await expect.element(pace(/^그때그때/)).toBeChecked()
  ;(pace(/^그때그때/).element() as HTMLElement).focus()
  const calls = recordCalls()
  await commands.press('ArrowDown')
  await commands.press('ArrowDown')
  await expect.element(pace(/^매주/)).toBeChecked()
  await expect.element(pace(/^그때그때/)).not.toBeChecked()
  await commands.press('Enter')
  await expect.element(page.getByText('알림 메일 설정을 저장했습니다.')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(account).toHaveFocus()
  expect(calls.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body)).toEqual([
    '{"pace":"weekly"}',
  ])

  await openApp('/#mail-pace', client)
  await expect.element(pace(/^매주/)).toBeChecked()
  await dialog.getByRole('button', { name: '취소' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a choice that cannot be stored is said, and stays chosen until it can', async () => {
  await openDialog()
  await expect.element(pace(/^그때그때/)).toBeChecked()
  const stop = intercept(({ path, send }) =>
    path.endsWith('/preferences') ? Promise.reject(new TypeError('offline')) : send(),
  )
  await pace(/^받지 않음/).click()
  await dialog.getByRole('button', { name: '저장' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(/\S/)
  await expect.element(pace(/^받지 않음/)).toBeChecked()
  stop()
  await dialog.getByRole('button', { name: '저장' }).click()
  await expect.element(page.getByText('알림 메일 설정을 저장했습니다.')).toBeVisible()
})
