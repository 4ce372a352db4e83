import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import type { WireClient } from '../../../../server/test/harness/wire-client.ts'
import { makePdf, newRoom, openApp } from '../../../test/app.tsx'
import { answer, focused, row } from '../../../test/steps.ts'
import { eventually, expectCount, expectMessage } from '../../../test/watching.ts'

const VERSIONS = '/room/api/file/versions/\\d+$'

async function store(wire: WireClient, name: string, pages: number): Promise<void> {
  const { json } = await wire.upload([[name, await makePdf(pages)]], 0, 'replace')
  expect(json.status).toBe('OK')
}

async function openVersions(name: string) {
  await row(name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '이전 버전' }).click()
  const dialog = page.getByRole('dialog', { name: '이전 버전' })
  await expect.element(dialog).toHaveTextContent(name)
  return dialog
}

test('an older version becomes the newest one after a question, and none is lost', async () => {
  const { operator: wire } = await newRoom()
  for (const pages of [1, 40]) await store(wire, '계약서.pdf', pages)
  const [stored] = await wire.items()
  await openApp('/admin/upload', wire)
  const dialog = await openVersions('계약서.pdf')
  const versions = dialog.getByRole('listitem')
  await expectCount(versions, 2)
  await expect.element(versions.first()).toHaveTextContent(/버전 2.*현재 버전/)
  await expect
    .element(versions.first().getByRole('button', { name: /되돌리기/ }))
    .not.toBeInTheDocument()
  await expect.element(versions.last()).not.toHaveTextContent('현재 버전')

  const goBack = versions.last().getByRole('button', { name: '버전 1: 이 버전으로 되돌리기' })
  await goBack.click()
  await expectMessage('버전 1의 내용으로 되돌리시겠습니까?')
  await expectMessage('사라지는 것은 없습니다.')
  await eventually(() => focused()?.textContent).toBe('취소')
  await commands.press('Enter')
  await expect.element(goBack).toHaveFocus()
  await expectCount(versions, 2)

  await commands.press('Enter')
  await answer()
  await expectCount(versions, 3)
  await expect.element(versions.first()).toHaveTextContent(/버전 3.*현재 버전/)
  await dialog.getByRole('button', { name: '닫기' }).click()
  await expect.element(row('계약서.pdf')).toHaveFocus()
  const [now] = await wire.items()
  expect(now?.id).toBe(stored?.id)
  expect(now?.size).toBe((await makePdf(1)).length)
})

test('a file without an older version says how one comes to be; a list that cannot be had is asked for again', async () => {
  const { operator: wire } = await newRoom()
  await store(wire, '확인서.pdf', 1)
  await commands.cut(VERSIONS, 100)
  await openApp('/admin/upload', wire)
  const dialog = await openVersions('확인서.pdf')
  const retry = dialog.getByRole('button', { name: '다시 시도' })
  await expect.element(retry).toBeVisible()
  await commands.mendNetwork()
  await retry.click()
  await expectCount(dialog.getByRole('listitem'), 1)
  await expect.element(dialog).toHaveTextContent('이전 버전이 없습니다.')
})
