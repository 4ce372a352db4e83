import { PDF } from '@libpdf/core'
import { enterAsOperator } from '../../server/test/harness/server-process.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { expectPrintable, toPaper } from '../support/on-paper.ts'
import { expect, test } from '../support/server-fixture.ts'
import { DESKTOP, story as signersStory } from '../support/signing-room.ts'
import { row } from '../support/steps.ts'

const FOLDERS = 80

const folderName = (index: number): string => `${String(index).padStart(3, '0')} 폴더`

test('a list of which the screen shows a part is printed whole', async ({
  url,
  room,
  openBrowser,
}) => {
  const operator = await enterAsOperator(url, room)
  for (let index = 1; index <= FOLDERS; index += 1) await operator.makeFolder(folderName(index))
  const session = await sessionOf(url, room.pin)
  const page = await (
    await openBrowser({ session, viewport: { width: 1440, height: 500 } })
  ).newPage()
  await page.goto('/')
  await expect(row(page, folderName(1))).toBeVisible()
  await expect(row(page, folderName(FOLDERS)), 'not drawn on the screen').toHaveCount(0)
  const pdf = await PDF.load(await page.pdf({ format: 'A4' }))
  const sheets = pdf.extractText().map(({ text }) => text)
  expect(sheets.length).toBeGreaterThan(1)
  expect(sheets[0]).toContain('등록일시')
  for (let index = 1; index <= FOLDERS; index += 1)
    expect(
      sheets.filter((sheet) => sheet.includes(folderName(index))),
      folderName(index),
    ).toHaveLength(1)
  await expect(row(page, folderName(FOLDERS)), 'nor afterwards').toHaveCount(0)
})

signersStory(
  'a document to sign is printed with its boxes, and what came of it without the buttons',
  async ({ asked }) => {
    const page = await asked.open(DESKTOP)
    await expect(page.locator('.page-canvas[data-drawn]').first()).toBeVisible()
    const bar = page.getByRole('contentinfo')
    await expect(bar).toBeVisible()
    await toPaper(page)
    for (const hidden of [bar, page.locator('.sign-zoom'), page.locator('.sign-head-buttons')])
      await expect(hidden).toBeHidden()
    await expect(page.locator('.sign-sheet').first()).toBeVisible()
    await expect(page.locator('.sign-box').first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectPrintable(page)
  },
)
