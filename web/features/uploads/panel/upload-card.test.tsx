import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import type { WireClient } from '../../../../server/test/harness/wire-client.ts'
import { type App, loadApp, makePdf, newRoom, openApp } from '../../../test/app.tsx'
import { chooseFiles, fileInput, pdfFile } from '../../../test/choose-files.ts'
import { expectMessage } from '../../../test/invitation.ts'
import { answer, focused, list, message, row, uploadCard } from '../../../test/steps.ts'

const UPLOAD = '/room/api/file/upload$'

async function openUpload(): Promise<{ readonly app: App; readonly client: WireClient }> {
  const { operator: client } = await newRoom()
  const app = await openApp('/admin/upload', client)
  await expect.element(page.getByRole('button', { name: '폴더 만들기' })).toBeVisible()
  return { app, client }
}

const upload = (...files: readonly File[]): Promise<void> =>
  chooseFiles(fileInput('업로드'), ...files)

test('files come in; those of a wrong kind are listed with their reason before [upload-refused]', async () => {
  await openUpload()
  await upload(
    pdfFile('계약서 초안.pdf', await makePdf(3, 'AGREEMENT')),
    pdfFile('가짜.pdf', '<html>'),
    pdfFile('run.exe', 'MZ'),
    pdfFile('빈 문서.pdf', ''),
  )
  await expectMessage(
    '올바르지 않은 파일이 있습니다. 허용된 확장자의 300MB 이하 파일만 업로드할 수 있습니다.',
  )
  const refused = page.getByRole('alertdialog').getByRole('listitem')
  await expect.element(refused).toHaveLength(2)
  await expect
    .element(refused.filter({ hasText: 'run.exe' }))
    .toHaveTextContent('허용되지 않은 확장자입니다.')
  await expect
    .element(refused.filter({ hasText: '빈 문서.pdf' }))
    .toHaveTextContent('빈 파일입니다.')
  await answer()

  await expect
    .element(uploadCard())
    .toHaveTextContent('1개를 업로드했습니다. 1개는 업로드하지 못했습니다.')
  await expect
    .element(uploadCard().getByRole('listitem').filter({ hasText: '가짜.pdf' }))
    .toHaveAttribute('data-state', 'refused')
  await expect.element(row('계약서 초안.pdf')).toBeVisible()
  for (const name of ['가짜.pdf', 'run.exe', '빈 문서.pdf'])
    await expect.element(list()).not.toHaveTextContent(name)
  await uploadCard().getByRole('button', { name: '닫기' }).click()
  await expect.element(uploadCard()).not.toBeInTheDocument()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('a file with a taken name is stored under a new one on request, and the card shows which', async () => {
  await openUpload()
  await upload(pdfFile('확인서.pdf', await makePdf(1)))
  await expect.element(list().getByRole('rowheader')).toHaveLength(1)
  await upload(pdfFile('확인서.pdf', await makePdf(2)))
  await page.getByRole('dialog').getByRole('button', { name: '둘 다 유지' }).click()
  await expect.element(list().getByRole('rowheader')).toHaveLength(2)
  await expect.element(row('확인서.pdf')).toHaveLength(1)
  await expect.element(row('확인서 (2).pdf')).toHaveLength(1)
  await uploadCard().getByRole('button', { name: '목록 펼치기' }).click()
  await expect
    .element(uploadCard())
    .toHaveTextContent("같은 이름이 있어 '확인서 (2).pdf' 파일로 저장했습니다.")
})

test('the card follows an upload over other screens, lets a file be cancelled, and tries again what failed [upload-follows]', async () => {
  const { client } = await openUpload()
  await commands.fulfil(UPLOAD, 500, {
    status: 'EXCEPTION',
    code: 'INTERNAL',
    payload: '요청을 처리하지 못했습니다.',
  })
  await upload(pdfFile('계약서.pdf', await makePdf(1)))
  const entry = uploadCard().getByRole('listitem').filter({ hasText: '계약서.pdf' })
  await expect.element(entry).toHaveAttribute('data-state', 'failed')
  await expect.element(list()).not.toBeInTheDocument()
  await page.getByRole('link', { name: '사용자 초대' }).click()
  await expect.element(entry).toHaveAttribute('data-state', 'failed')

  await commands.letGo(UPLOAD)
  await uploadCard().getByRole('button', { name: '계약서.pdf 다시 시도' }).click()
  await expect.element(page.getByText('파일을 업로드했습니다.').first()).toBeInTheDocument()
  await page.getByRole('link', { name: '파일 업로드' }).click()
  await expect.element(row('계약서.pdf')).toHaveLength(1)

  await commands.hold(UPLOAD)
  await upload(pdfFile('부속합의서.pdf', await makePdf(1)))
  await expect.element(uploadCard().getByRole('progressbar').first()).toBeVisible()
  const cancel = uploadCard().getByRole('button', { name: '업로드 취소', exact: true }).first()
  await cancel.click()
  await expectMessage('업로드를 취소하시겠습니까?')
  await expect.poll(() => focused()?.textContent).toBe('취소')
  await answer('취소')
  await expect.element(uploadCard().getByRole('progressbar').first()).toBeVisible()
  await cancel.click()
  await answer()
  await expect.element(uploadCard()).toHaveTextContent('업로드를 취소했습니다.')
  await expect.element(uploadCard().getByRole('progressbar')).not.toBeInTheDocument()
  await commands.mendNetwork()
  await loadApp('/admin/upload')
  await expect.element(row('계약서.pdf')).toBeVisible()
  await expect.element(row('부속합의서.pdf')).not.toBeInTheDocument()
  expect((await client.items()).map(({ name }) => name)).toEqual(['계약서.pdf'])
})

const dragOf = (kind: 'dragover' | 'dragleave' | 'drop', content: BlobPart): DragEvent => {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([content], '끌어온 문서.pdf'))
  return new DragEvent(kind, { dataTransfer, cancelable: true, bubbles: true })
}

const invited = page.getByCss('.drop-area')

test('files that are dropped anywhere go into the folder named while they hover [upload-dropped]', async () => {
  const { app } = await openUpload()
  dispatchEvent(dragOf('dragover', 'a'))
  await expect.element(invited).toHaveTextContent("'바탕화면' 폴더에 업로드됩니다.")
  dispatchEvent(dragOf('dragleave', 'a'))
  await expect.element(invited).not.toBeInTheDocument()
  dispatchEvent(dragOf('drop', await makePdf(1)))
  await expect.element(row('끌어온 문서.pdf')).toBeVisible()
  expect(app.address()).toBe('/admin/upload')
})

test('files dropped on the row of a folder go into it, and the row and the page say so', async () => {
  const { operator: client } = await newRoom()
  const id = await client.newFolder('01 계약')
  await openApp('/admin/upload', client)
  await expect.element(row('01 계약')).toBeVisible()
  const target = () => document.querySelector<HTMLElement>(`.items-row[data-drop-folder="${id}"]`)
  target()?.dispatchEvent(dragOf('dragover', 'a'))
  await expect.poll(() => target()?.dataset['dropOver']).toBe('')
  await expect.element(invited).toHaveTextContent("'01 계약' 폴더에 업로드됩니다.")
  target()?.dispatchEvent(dragOf('drop', await makePdf(1)))
  await expect.poll(() => target()?.dataset['dropOver']).toBeUndefined()
  await expect
    .poll(async () => (await client.items(id)).map(({ name }) => name))
    .toEqual(['끌어온 문서.pdf'])
  expect((await client.items()).map(({ name }) => name)).toEqual(['01 계약'])
})

test('a file dragged over an expected document is announced as that document, not as going into a folder', async () => {
  const { operator: client } = await newRoom()
  await client.call('POST', '/room/api/file/expected', {
    body: { roomId: client.me.roomId, parent: 0, names: ['주주명부'] },
  })
  await openApp('/admin/upload', client)
  const target = page
    .getByRole('region', { name: '받을 문서' })
    .getByRole('listitem')
    .filter({ hasText: '주주명부' })
  await expect.element(target).toBeVisible()
  target.element().dispatchEvent(dragOf('dragover', 'a'))
  await expect
    .element(invited)
    .toHaveTextContent("받을 문서 '주주명부'의 이름으로 업로드되고 수령으로 표시됩니다.")
  await expect.element(invited).not.toHaveTextContent("'주주명부' 폴더")
  target.element().dispatchEvent(dragOf('drop', await makePdf(1)))
  await expect
    .poll(async () => (await client.items()).map(({ name }) => name))
    .toEqual(['주주명부.pdf'])
})

test('a taken name is asked about: both are kept, one replaces the other, one is left out, or all at once', async () => {
  const { client } = await openUpload()
  const names = ['가.pdf', '나.pdf', '다.pdf', '라.pdf', '마.pdf']
  const pages = async (count: number) => {
    const content = await makePdf(count)
    return names.map((name) => pdfFile(name, content))
  }
  await upload(...(await pages(1)))
  await expect.element(row('마.pdf')).toHaveLength(1)
  const before = new Map((await client.items()).map(({ name, id, size }) => [name, { id, size }]))

  await upload(...(await pages(3)), pdfFile('새 문서.pdf', await makePdf(1)))
  const dialog = page.getByRole('dialog', { name: '같은 이름의 파일이 있습니다.' })
  await expect.element(dialog).toHaveTextContent('가.pdf')
  await expect.element(dialog).toHaveTextContent('이전 버전도 그대로 남습니다.')
  await expect.poll(() => focused()?.textContent).toBe('둘 다 유지')
  await expect
    .element(page.getByCss('.upload-row').filter({ hasText: '새 문서.pdf' }))
    .toHaveAttribute('data-state', 'done')
  await commands.press('Enter')
  await expect.element(dialog).toHaveTextContent('나.pdf')
  await dialog.getByRole('button', { name: '바꾸기' }).click()
  await expect.element(dialog).toHaveTextContent('다.pdf')
  await dialog.getByText('남은 2개에 모두 적용').click()
  await expect.element(dialog.getByRole('checkbox', { name: '남은 2개에 모두 적용' })).toBeChecked()
  await dialog.getByRole('button', { name: '건너뛰기' }).click()
  await expect.element(dialog).not.toBeInTheDocument()

  await expect.element(row('가 (2).pdf')).toHaveLength(1)
  await expect.element(uploadCard()).toHaveTextContent('3개는 건너뛰었습니다.')
  const after = new Map((await client.items()).map(({ name, id, size }) => [name, { id, size }]))
  expect([...after.keys()].sort()).toEqual([...names, '가 (2).pdf', '새 문서.pdf'].sort())
  expect(after.get('가.pdf')).toEqual(before.get('가.pdf'))
  expect(after.get('나.pdf')?.id).toBe(before.get('나.pdf')?.id)
  expect(after.get('나.pdf')?.size).toBeGreaterThan(before.get('나.pdf')?.size ?? 0)
  for (const name of ['다.pdf', '라.pdf', '마.pdf'])
    expect(after.get(name)).toEqual(before.get(name))
  const versions = await client.versions(before.get('나.pdf')?.id ?? 0)
  expect(versions.json.payload).toMatchObject([
    { number: 2 },
    { number: 1, size: before.get('나.pdf')?.size },
  ])

  await upload(...(await pages(2)))
  await expect.element(dialog).toHaveTextContent('가.pdf')
  await commands.press('Escape')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(uploadCard()).toHaveTextContent('업로드를 취소했습니다.')
  expect((await client.items()).length).toBe(after.size)
  expect(message()).toBeNull()
})
