import { readFile } from 'node:fs/promises'
import { makePdf } from '../server/test/make-pdf.ts'
import { menuItem, stand, story } from './filled-room.ts'
import { expect } from './server-fixture.ts'
import { answer, message, row } from './steps.ts'

const DIRECTORY_ENTRY = Buffer.from('PK\x01\x02')
const NAME_AT = 46

/** The names in a zip, as its directory has them. */
function namesIn(zip: Buffer): string[] {
  const names: string[] = []
  for (let at = zip.indexOf(DIRECTORY_ENTRY); at >= 0; at = zip.indexOf(DIRECTORY_ENTRY, at + NAME_AT)) {
    names.push(zip.toString('utf8', at + NAME_AT, at + NAME_AT + zip.readUInt16LE(at + 28)))
  }
  return names.sort()
}

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

story(
  'a download is fetched by the browser with a ticket, under the name that the server gives; several are a zip',
  async ({ operator }) => {
    const { page, client, ids } = operator
    await client.switches(false)
    await page.reload()
    const asked: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/room/api/file/ticket')) asked.push(request.postDataJSON())
    })
    const taken = async (act: () => Promise<void>) => {
      const started = page.waitForEvent('download')
      await act()
      const file = await started
      return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
    }
    const fromMenu = (name: string) => async () => {
      await row(page, name).click({ button: 'right' })
      await menuItem(page, '다운로드').click()
    }
    const file = await taken(fromMenu('안내문.pdf'))
    expect(file.name).toBe('안내문.pdf')
    expect(file.bytes.equals(makePdf(1))).toBe(true)
    const folder = await taken(fromMenu('02 재무'))
    expect(folder.name).toBe('02 재무.zip')
    expect(namesIn(folder.bytes)).toEqual(['02 재무/', '02 재무/재무제표.pdf'])
    await stand(page, '안내문.pdf')
    await page.keyboard.press('Shift+ArrowDown')
    const several = await taken(() => page.getByRole('toolbar').getByRole('button', { name: '다운로드' }).click())
    expect(namesIn(several.bytes)).toEqual(['안내문.pdf', '확인서.pdf'])
    expect(asked).toEqual([
      { fileIds: [ids['안내문.pdf']], kind: 'download' },
      { fileIds: [ids['02 재무']], kind: 'zip' },
      { fileIds: [ids['안내문.pdf'], ids['확인서.pdf']], kind: 'zip' },
    ])
    await expect(page.locator('iframe')).toHaveCount(0)
  },
)

story('what the server refuses to hand out is told, and nothing is downloaded', async ({ operator: { page, client, ids }, strictness }) => {
  strictness.expectRefusals(/\/room\/api\/file\/ticket$/)
  const downloads: unknown[] = []
  page.on('download', (download) => downloads.push(download))
  await row(page, '안내문.pdf').click({ button: 'right' })
  await client.deleteItem(ids['안내문.pdf'] ?? 0)
  await menuItem(page, '다운로드').click()
  await expect(message(page)).toContainText('찾을 수 없습니다')
  await answer(page)
  expect(downloads).toEqual([])
})
