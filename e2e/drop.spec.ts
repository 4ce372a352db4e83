import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { makePdf } from '../server/test/make-pdf.ts'
import { story as base, open, pathsOf, stand } from './filled-room.ts'
import { expect } from './server-fixture.ts'
import { answer, message, row } from './steps.ts'

/** A folder on the disk of the test. */
const story = base.extend<{ disk: string }>({
  disk: async ({ room }, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), `sealroom-drop-${room.roomId}-`))
    await use(folder)
    await rm(folder, { recursive: true })
  },
})

/** Drops files and folders of the disk as a file manager does. */
const drop = (page: Page, onto: Locator, files: readonly string[]) => release(page, onto, { items: [], files: [...files] })

interface Carried {
  readonly items: { readonly mimeType: string; readonly data: string }[]
  readonly files: string[]
}

async function release(page: Page, onto: Locator, carried: Carried): Promise<void> {
  const box = await onto.boundingBox()
  if (!box) throw new Error('nothing to drop on')
  const at = { x: box.x + 40, y: box.y + box.height / 2 }
  const devtools = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { ...at, type, data: { ...carried, dragOperationsMask: 1 } })
}

const card = (page: Page) => page.getByRole('complementary', { name: '업로드 진행 상황' })

story(
  'a folder that is dropped keeps the folders that hold nothing, and the card counts them',
  async ({ operator: { page, client }, disk }) => {
    const top = path.join(disk, '실사 자료')
    for (const folder of ['2025', '2026/상반기', '기타']) await mkdir(path.join(top, folder), { recursive: true })
    await writeFile(path.join(top, '2025', '결산.pdf'), makePdf(1))
    await writeFile(path.join(top, '기타', '.DS_Store'), 'x')
    await drop(page, row(page, '03 빈 폴더'), [top])
    await expect(card(page)).toContainText('파일을 업로드했습니다. 빈 폴더 2개를 만들었습니다.')
    const below = (await pathsOf(client)).filter((one) => one.startsWith('03 빈 폴더/'))
    expect(below.map((one) => one.slice('03 빈 폴더/실사 자료'.length))).toEqual([
      '',
      '/2025',
      '/2025/결산.pdf',
      '/2026',
      '/2026/상반기',
      '/기타',
    ])
  },
)

story(
  'a folder of empty folders alone is made as it is, and a second time nothing is doubled',
  async ({ operator: { page, client }, disk }) => {
    const top = path.join(disk, '목차')
    for (const folder of ['01', '02/가']) await mkdir(path.join(top, folder), { recursive: true })
    const before = await pathsOf(client)
    for (const round of [1, 2]) {
      await drop(page, row(page, '안내문.pdf'), [top])
      await expect(card(page), `round ${round}`).toContainText('빈 폴더 2개를 만들었습니다.')
      await card(page).getByRole('button', { name: '닫기' }).click()
    }
    expect(await pathsOf(client)).toEqual([...before, '목차', '목차/01', '목차/02', '목차/02/가'].sort())
  },
)

story('a text or an address that is dropped does nothing: the page stays, nothing is uploaded', async ({ operator: { page, client } }) => {
  const before = await pathsOf(client)
  const address = { mimeType: 'text/uri-list', data: 'https://example.com/elsewhere' }
  for (const item of [address, { mimeType: 'text/plain', data: '메모' }]) {
    await release(page, row(page, '안내문.pdf'), { items: [item], files: [] })
    await release(page, row(page, '03 빈 폴더'), { items: [item], files: [] })
  }
  await expect(page).toHaveURL(/\/admin\/upload$/)
  await expect(row(page, '안내문.pdf')).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  await expect(page.locator('.drop-area')).toHaveCount(0)
  expect(await pathsOf(client)).toEqual(before)
})

story(
  'files go beside a file on which they are dropped; macOS names arrive composed, others are refused with their reason',
  async ({ operator, disk }) => {
    const { page, client } = operator
    const names = ['결산 보고서.pdf'.normalize('NFD'), 'CON.pdf', `${'가'.repeat(80)}.pdf`, '뒤집힌\u202Efdp.pdf', '끝점.pdf.']
    for (const name of names) await writeFile(path.join(disk, name), makePdf(1))
    await drop(
      page,
      row(page, '안내문.pdf'),
      names.map((name) => path.join(disk, name)),
    )
    await expect(message(page).getByRole('listitem')).toHaveText(/끝점\.pdf\..*허용되지 않은 확장자입니다\./)
    await answer(page)
    await expect(card(page)).toContainText('3개를 업로드했습니다. 1개는 업로드하지 못했습니다.')
    await expect(card(page).locator('[data-state=refused]')).toContainText('파일 이름을 사용할 수 없습니다.')
    expect(await pathsOf(client)).toEqual(expect.arrayContaining(['결산 보고서.pdf', 'CON.pdf', `${'가'.repeat(80)}.pdf`]))
  },
)

story('files that are dropped after a drag whose end nobody heard take nothing along', async ({ operator: { page, client }, disk }) => {
  const before = await pathsOf(client)
  await writeFile(path.join(disk, '결산.pdf'), makePdf(1))
  await row(page, '확인서.pdf').evaluate((dragged) =>
    dragged.dispatchEvent(new DragEvent('dragstart', { bubbles: true, dataTransfer: new DataTransfer() })),
  )
  await drop(page, row(page, '03 빈 폴더'), [path.join(disk, '결산.pdf')])
  await expect(card(page)).toContainText('파일을 업로드했습니다.')
  expect(await pathsOf(client)).toEqual([...before, '03 빈 폴더/결산.pdf'].sort())
})

/** Pastes files as the browser does with those that a file manager has copied. */
const paste = (page: Page, types: Readonly<Record<string, string>> = {}) =>
  page.evaluate(
    ([bytes, texts]) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([new Uint8Array(bytes)], '복사한 문서.pdf'))
      for (const [type, text] of Object.entries(texts)) clipboardData.items.add(text, type)
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [[...makePdf(1)], types] as const,
  )

story('files that were copied elsewhere are pasted into the folder that is open; without any, it is said', async ({ operator }) => {
  const { page, client } = operator
  const before = await pathsOf(client)
  await stand(page, '안내문.pdf')
  await page.keyboard.press('Control+v')
  await expect(message(page)).toContainText('붙여넣을 파일이 없습니다.')
  await answer(page)
  await expect(row(page, '안내문.pdf')).toBeFocused()

  await paste(page, { 'text/html': '<b>a picture of cells</b>' })
  await open(page, '03 빈 폴더')
  await expect(page).toHaveURL(/folder=/)
  await expect(page.getByText('이 폴더는 비어 있습니다.')).toBeVisible()
  await paste(page)
  await expect(row(page, '복사한 문서.pdf')).toBeVisible()
  await expect(message(page)).toHaveCount(0)
  expect(await pathsOf(client)).toEqual([...before, '03 빈 폴더/복사한 문서.pdf'].sort())
})
