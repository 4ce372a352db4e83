import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { makePdf, newRoom, openApp } from '../../../test/app.tsx'
import { itemsBelow } from '../../../test/furnished-room.ts'
import { intercept } from '../../../test/intercept.ts'
import '../../../test/locating.ts'
import { row } from '../../../test/steps.ts'

const MEASURE = '/room/api/file/measure$'

async function openProperties(name: string) {
  await row(name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '속성' }).click()
  const dialog = page.getByRole('dialog', { name: '속성' })
  await expect.element(dialog).toBeVisible()
  return dialog
}

test('the properties of a file say its type, its place and its size to the byte', async () => {
  const { operator } = await newRoom()
  const bytes = await makePdf(3)
  await operator.upload([['01 계약/이전 안/계약서.pdf', bytes]])
  const folder = (await itemsBelow(operator)).find(({ path }) => path === '01 계약/이전 안')
  await openApp(`/admin/upload?folder=${folder?.id}`, operator)
  const dialog = await openProperties('계약서.pdf')
  await expect.element(dialog).toHaveTextContent('PDF')
  await expect.element(dialog).toHaveTextContent('바탕화면 / 01 계약 / 이전 안')
  await expect.element(dialog).toHaveTextContent(`${bytes.length.toLocaleString('ko')}바이트`)
  await commands.press('Escape')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(row('계약서.pdf')).toHaveFocus()
})

test('the properties of a folder count all that is in it, and count again when that failed', async () => {
  const { operator } = await newRoom()
  const bytes = await makePdf(1)
  const paths = [
    '실사/목록.pdf',
    '실사/2025/결산.pdf',
    '실사/2025/주석.pdf',
    '실사/2025/버린 것.pdf',
  ]
  await operator.upload(paths.map((path) => [path, bytes] as const))
  await operator.deleteItem(
    (await itemsBelow(operator)).find(({ name }) => name === '버린 것.pdf')?.id ?? 0,
  )
  await commands.cut(MEASURE, 100)
  await openApp('/admin/upload', operator)
  const dialog = await openProperties('실사')
  const retry = dialog.getByRole('button', { name: '다시 시도' })
  await expect.element(retry).toBeVisible()
  await commands.mendNetwork()
  await retry.click()
  await expect.element(dialog).toHaveTextContent('폴더 1개, 파일 3개')
  await expect.element(dialog).toHaveTextContent(`${(3 * bytes.length).toLocaleString('ko')}바이트`)
})

test('what is expected in a folder has a row while it loads, says that it failed, and is read again', async () => {
  const { operator } = await newRoom()
  const folder = await operator.newFolder('실사')
  await operator.call('POST', '/room/api/file/expected', {
    body: { roomId: operator.me.roomId, parent: folder, names: ['재무제표', '계약서'] },
  })
  await openApp('/admin/upload', operator)
  await expect.element(row('실사')).toBeVisible()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const stop = intercept(async ({ path, send }) => {
    if (!path.includes('/file/expected')) return send()
    await held
    return Response.json({ status: 'EXCEPTION', code: 'INTERNAL' }, { status: 500 })
  })
  const dialog = await openProperties('실사')
  const expected = dialog.getByCss('.fact').filter({ hasText: '받을 문서' })
  await expect.element(expected).toHaveTextContent('불러오는 중')
  release()
  const retry = expected.getByRole('button', { name: '다시 시도' })
  await expect.element(retry).toBeVisible()
  await expect.element(expected.getByRole('alert')).toBeVisible()
  expect(await commands.axe()).toEqual([])
  stop()
  await retry.click()
  await expect.element(expected).toHaveTextContent('총 2건 중 2건 미수령')
  await expect.element(expected.getByRole('button', { name: '목록 보기' })).toBeVisible()
})

test('a folder in which nothing is expected has no such row', async () => {
  const { operator } = await newRoom()
  await operator.newFolder('빈 폴더')
  await openApp('/admin/upload', operator)
  const dialog = await openProperties('빈 폴더')
  await expect.element(dialog).toHaveTextContent('파일 0개')
  await expect
    .element(dialog.getByCss('.fact').filter({ hasText: '받을 문서' }))
    .not.toBeInTheDocument()
})
