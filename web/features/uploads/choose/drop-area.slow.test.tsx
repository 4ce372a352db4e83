import { expect, onTestFinished, test } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { makePdf } from '../../../test/app.tsx'
import type { Dropped } from '../../../test/commands.ts'
import { modal, open, openFilledRoom, pathsOf, stand } from '../../../test/filled-room.ts'
import { answer, middleOf, row } from '../../../test/steps.ts'

const card = () => page.getByRole('complementary', { name: '업로드 진행 상황' })

async function layOut(
  paths: readonly string[],
  emptyFolders: readonly string[] = [],
): Promise<string> {
  const content = btoa(String.fromCharCode(...(await makePdf(1))))
  const disk = await commands.layOut({
    ...Object.fromEntries(paths.map((path) => [path, content])),
    ...Object.fromEntries(emptyFolders.map((path) => [path, null])),
  })
  onTestFinished(() => commands.clearAway(disk))
  return disk
}

async function release(onto: Locator, dropped: Dropped): Promise<void> {
  const { y } = await middleOf(onto)
  await commands.dropAt({ x: onto.element().getBoundingClientRect().left + 40, y }, dropped)
}

const drop = (onto: Locator, files: readonly string[]) => release(onto, { items: [], files })

test('a folder that is dropped keeps the folders that hold nothing, and the card counts them', async () => {
  const { client } = await openFilledRoom()
  const disk = await layOut(
    ['실사 자료/2025/결산.pdf', '실사 자료/기타/.DS_Store'],
    ['실사 자료/2026/상반기'],
  )
  await drop(row('03 빈 폴더'), [`${disk}/실사 자료`])
  await expect
    .element(card())
    .toHaveTextContent('파일을 업로드했습니다. 빈 폴더 2개를 만들었습니다.')
  const below = (await pathsOf(client)).filter((one) => one.startsWith('03 빈 폴더/'))
  expect(below.map((one) => one.slice('03 빈 폴더/실사 자료'.length))).toEqual([
    '',
    '/2025',
    '/2025/결산.pdf',
    '/2026',
    '/2026/상반기',
    '/기타',
  ])
})

test('a folder of empty folders alone is made as it is, and a second time nothing is doubled', async () => {
  const { client } = await openFilledRoom()
  const disk = await layOut([], ['목차/01', '목차/02/가'])
  const before = await pathsOf(client)
  for (const round of [1, 2]) {
    await drop(row('안내문.pdf'), [`${disk}/목차`])
    await expect
      .element(card(), { message: `round ${round}` })
      .toHaveTextContent('빈 폴더 2개를 만들었습니다.')
    await card().getByRole('button', { name: '닫기' }).click()
    await expect.element(row('목차')).toBeVisible()
  }
  expect(await pathsOf(client)).toEqual(
    [...before, '목차', '목차/01', '목차/02', '목차/02/가'].sort(),
  )
})

test('a text or an address that is dropped does nothing: the page stays, nothing is uploaded', async () => {
  const { app, client } = await openFilledRoom()
  const before = await pathsOf(client)
  const address = { mimeType: 'text/uri-list', data: 'https://example.com/elsewhere' }
  for (const item of [address, { mimeType: 'text/plain', data: '메모' }]) {
    await release(row('안내문.pdf'), { items: [item], files: [] })
    await release(row('03 빈 폴더'), { items: [item], files: [] })
  }
  expect(app.address()).toBe('/admin/upload')
  await expect.element(row('안내문.pdf')).toBeVisible()
  await expect.element(card()).not.toBeInTheDocument()
  await expect.element(page.getByCss('.drop-area')).not.toBeInTheDocument()
  expect(await pathsOf(client)).toEqual(before)
})

test('files dropped on a file are stored next to it; macOS names arrive composed, others are refused with their reason', async () => {
  const { client } = await openFilledRoom()
  const names = [
    '결산 보고서.pdf'.normalize('NFD'),
    'CON.pdf',
    `${'가'.repeat(80)}.pdf`,
    '뒤집힌\u202Efdp.pdf',
    '끝점.pdf.',
  ]
  const disk = await layOut(names)
  await drop(
    row('안내문.pdf'),
    names.map((name) => `${disk}/${name}`),
  )
  await expect
    .element(modal().getByRole('listitem'))
    .toHaveTextContent(/끝점\.pdf\..*허용되지 않은 확장자입니다\./)
  await answer()
  await expect
    .element(card())
    .toHaveTextContent('3개를 업로드했습니다. 1개는 업로드하지 못했습니다.')
  await expect
    .element(card().getByCss('[data-state=refused]'))
    .toHaveTextContent('파일 이름을 사용할 수 없습니다.')
  expect(await pathsOf(client)).toEqual(
    expect.arrayContaining(['결산 보고서.pdf', 'CON.pdf', `${'가'.repeat(80)}.pdf`]),
  )
})

test('files that are dropped after a drag whose end nobody heard take nothing along', async () => {
  const { client } = await openFilledRoom()
  const before = await pathsOf(client)
  const disk = await layOut(['결산.pdf'])
  row('확인서.pdf')
    .element()
    .dispatchEvent(new DragEvent('dragstart', { bubbles: true, dataTransfer: new DataTransfer() }))
  await drop(row('03 빈 폴더'), [`${disk}/결산.pdf`])
  await expect.element(card()).toHaveTextContent('파일을 업로드했습니다.')
  expect(await pathsOf(client)).toEqual([...before, '03 빈 폴더/결산.pdf'].sort())
})

async function paste(types: Readonly<Record<string, string>> = {}): Promise<void> {
  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File([await makePdf(1)], '복사한 문서.pdf'))
  for (const [type, text] of Object.entries(types)) clipboardData.items.add(text, type)
  document.activeElement?.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  )
}

test('files that were copied elsewhere are pasted into the folder that is open; without any, it is said', async () => {
  const { app, client } = await openFilledRoom()
  const before = await pathsOf(client)
  await stand('안내문.pdf')
  await commands.press('Control+v')
  await expect.element(modal()).toHaveTextContent('붙여넣을 파일이 없습니다.')
  await answer()
  await expect.element(row('안내문.pdf')).toHaveFocus()

  await paste({ 'text/html': '<b>a picture of cells</b>' })
  await open('03 빈 폴더')
  await expect.poll(app.address).toMatch(/folder=/)
  await expect.element(page.getByText('이 폴더는 비어 있습니다.')).toBeVisible()
  await paste()
  await expect.element(row('복사한 문서.pdf')).toBeVisible()
  await expect.element(modal()).not.toBeInTheDocument()
  expect(await pathsOf(client)).toEqual([...before, '03 빈 폴더/복사한 문서.pdf'].sort())
})
