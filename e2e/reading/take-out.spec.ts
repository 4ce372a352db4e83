import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { readZip } from '../../server/test/fixtures/read-zip.ts'
import { menuItem, stand, story } from '../support/filled-room.ts'
import { expect } from '../support/server-fixture.ts'
import { answer, message, row } from '../support/steps.ts'

async function stored(
  page: Page,
  act: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer }> {
  const started: Promise<Download> = page.waitForEvent('download')
  await act()
  const download = await started
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

const downloadByMenu = (page: Page, name: string) =>
  stored(page, async () => {
    await row(page, name).click({ button: 'right' })
    await menuItem(page, '다운로드').click()
  })

story(
  'a download is the original while the watermark is off; several are a zip',
  async ({ operator: { page, client } }) => {
    await client.switches(false)
    await page.reload()
    const original = Buffer.from(makePdf(1))
    const single = await downloadByMenu(page, '안내문.pdf')
    expect(single.name).toBe('안내문.pdf')
    expect(single.bytes.equals(original)).toBe(true)

    const folder = await downloadByMenu(page, '02 재무')
    expect(folder.name).toBe('02 재무.zip')
    expect(readZip(folder.bytes).map(({ name }) => name)).toEqual([
      '02 재무/',
      '02 재무/재무제표.pdf',
    ])

    await stand(page, '안내문.pdf')
    await page.keyboard.press('Shift+ArrowDown')
    const several = await stored(page, () =>
      page.getByRole('toolbar').getByRole('button', { name: '다운로드' }).click(),
    )
    expect(several.name).toMatch(/\.zip$/)
    const entries = readZip(several.bytes)
    expect(entries.map(({ name }) => name)).toEqual(['안내문.pdf', '확인서.pdf'])
    expect(entries.every(({ content }) => content.equals(original))).toBe(true)
  },
)

story(
  'a download carries the mark while the watermark is on, and never the original [download-marked]',
  async ({ operator: { page } }) => {
    const { name, bytes } = await downloadByMenu(page, '안내문.pdf')
    expect(name).toBe('안내문.pdf')
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.equals(Buffer.from(makePdf(1)))).toBe(false)
  },
)

story(
  'a download that is being marked says so, and can be cancelled',
  async ({ operator: { page } }) => {
    const downloads: unknown[] = []
    page.on('download', (download) => downloads.push(download))
    const asked: string[] = []
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/room/api/file/ticket/prepare', async (route) => {
      asked.push(route.request().method())
      if (asked.length === 1) await held
      await route.continue().catch(() => undefined)
    })
    const ask = async (): Promise<void> => {
      await row(page, '안내문.pdf').click({ button: 'right' })
      await menuItem(page, '다운로드').click()
    }
    await ask()
    const dialog = page.getByRole('dialog', { name: '다운로드를 준비하고 있습니다.' })
    await expect(dialog).toContainText('워터마크')
    await expect(dialog.getByRole('button', { name: '취소' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    letGo()
    expect(downloads).toEqual([])

    const { bytes } = await stored(page, ask)
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(asked).toEqual(['POST', 'POST'])
    expect(downloads).toHaveLength(1)
  },
)

story(
  'a download that the server refuses shows an error, and saves nothing',
  async ({ operator: { page, client, ids }, strictness }) => {
    strictness.expectRefusals(/\/room\/api\/file\/ticket$/)
    const downloads: unknown[] = []
    page.on('download', (download) => downloads.push(download))
    await row(page, '안내문.pdf').click({ button: 'right' })
    await client.deleteItem(ids['안내문.pdf'] ?? 0)
    await menuItem(page, '다운로드').click()
    await expect(message(page)).toContainText('찾을 수 없습니다')
    await answer(page)
    expect(downloads).toEqual([])
  },
)
