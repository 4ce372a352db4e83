import { makePdf } from '../server/test/make-pdf.ts'
import { menuItem, stand, story } from './filled-room.ts'
import { expect } from './server-fixture.ts'
import { answer, message, row } from './steps.ts'

story('a file is printed as the server gives it for that, a folder is not', async ({ operator: { page, client, ids } }) => {
  await page.addInitScript(() => {
    window.print = () => void Object.assign(window.top ?? window, { printed: document.contentType })
  })
  await page.reload()
  const asked: unknown[] = []
  await page.route('**/room/api/file/load', async (route) => {
    asked.push(route.request().postDataJSON())
    await route.fulfill({ body: Buffer.from(makePdf(1)), contentType: 'application/pdf' })
  })
  await stand(page, '03 빈 폴더')
  await page.keyboard.press('Control+p')
  await expect(message(page)).toContainText('파일을 선택해 주세요.')
  await answer(page)
  expect(asked).toEqual([])
  await stand(page, '안내문.pdf')
  await page.keyboard.press('Control+p')
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'printed'))).toBe('application/pdf')
  expect(asked).toEqual([{ fileId: ids['안내문.pdf'], id: client.me.id, roomId: client.me.roomId, type: 2 }])
})

story('a download is fetched by the browser with a ticket; several are a zip', async ({ operator }) => {
  const { page, client, ids } = operator
  await client.switches(false)
  await page.reload()
  const asked: unknown[] = []
  await page.route('**/room/api/file/ticket', async (route) => {
    asked.push(route.request().postDataJSON())
    await route.fulfill({ json: { status: 'OK', payload: { url: '/room/api/file/ticket/word' } } })
  })
  await page.route('**/room/api/file/ticket/word', (route) =>
    route.fulfill({
      body: 'bytes',
      headers: { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment; filename="a.pdf"' },
    }),
  )
  const begin = async (act: () => Promise<void>) => {
    const started = page.waitForEvent('download')
    await act()
    expect((await started).suggestedFilename()).toBe('a.pdf')
  }
  await begin(async () => {
    await row(page, '안내문.pdf').click({ button: 'right' })
    await menuItem(page, '다운로드').click()
  })
  await begin(async () => {
    await row(page, '02 재무').click({ button: 'right' })
    await menuItem(page, '다운로드').click()
  })
  await stand(page, '안내문.pdf')
  await page.keyboard.press('Shift+ArrowDown')
  await begin(() => page.getByRole('toolbar').getByRole('button', { name: '다운로드' }).click())
  expect(asked).toEqual([
    { fileIds: [ids['안내문.pdf']], kind: 'download' },
    { fileIds: [ids['02 재무']], kind: 'zip' },
    { fileIds: [ids['안내문.pdf'], ids['확인서.pdf']], kind: 'zip' },
  ])
})
