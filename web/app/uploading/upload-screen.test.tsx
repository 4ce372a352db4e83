import { expect, onTestFinished, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { invite, loadApp, makePdf, newRoom, openApp } from '../../test/app.tsx'
import { filledRoom, namesIn, openFilledRoom, openList, sizeOf } from '../../test/filled-room.ts'
import { drag, focus, middleOf, row, uploadCard } from '../../test/steps.ts'

const tree = () => page.getByRole('tree', { name: '폴더 목록' })
const branch = (name: string) => tree().getByRole('treeitem', { name, exact: true })
const opener = () => page.getByRole('main').getByRole('button', { name: '폴더 목록', exact: true })
const closer = () => page.getByRole('button', { name: '폴더 목록 접기' })
const box = () => page.getByRole('searchbox', { name: '파일 이름과 문서 내용 검색' })

test('operators see the folders next to the list, until they hide them', async () => {
  const { app, ids } = await openFilledRoom()
  await branch('01 계약').click()
  await expect.poll(app.address).toBe(`/admin/upload?folder=${ids['01 계약']}`)
  await expect.element(row('계약서.pdf')).toBeVisible()
  await expect.element(branch('01 계약')).toHaveAttribute('aria-selected', 'true')
  await focus(branch('01 계약'))
  await commands.press('ArrowDown')
  await commands.press('Enter')
  await expect.element(row('초안.pdf')).toBeVisible()

  await closer().click()
  await expect.element(tree()).not.toBeInTheDocument()
  await expect.element(opener()).toHaveFocus()
  await loadApp('/admin/upload')
  await expect.element(row('안내문.pdf')).toBeVisible()
  await expect.element(tree()).not.toBeInTheDocument()
  await opener().click()
  await expect.element(branch('02 재무')).toBeVisible()
  await expect.element(closer()).toHaveFocus()
})

test('on a narrow screen the folders come as a drawer that closes once one is chosen', async () => {
  await page.viewport(900, 900)
  const { app, ids } = await openFilledRoom()
  await expect.element(tree()).not.toBeInTheDocument()
  await opener().click()
  await page
    .getByRole('dialog', { name: '폴더 목록' })
    .getByRole('treeitem', { name: '02 재무' })
    .click()
  await expect.poll(app.address).toBe(`/admin/upload?folder=${ids['02 재무']}`)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(row('재무제표.pdf')).toBeVisible()
})

test('rows that are dropped on a folder of the tree go there, but no folder into what lies in it', async () => {
  const { client, ids } = await openFilledRoom()
  await drag(sizeOf('안내문.pdf'), branch('02 재무'), async () => {
    await expect.element(branch('02 재무')).toHaveAttribute('data-drop-over', '')
  })
  await expect.element(row('안내문.pdf')).not.toBeInTheDocument()
  expect(await namesIn(client, ids['02 재무'])).toContain('안내문.pdf')

  await drag(sizeOf('01 계약'), branch('01 계약'), async () => {
    await expect.element(branch('01 계약')).not.toHaveAttribute('data-drop-over')
  })
  await branch('01 계약').getByCss('[data-chevron]').click()
  await drag(sizeOf('01 계약'), branch('이전 안'), async () => {
    await expect.element(branch('이전 안')).not.toHaveAttribute('data-drop-over')
  })
  expect(await namesIn(client)).toEqual(['01 계약', '02 재무', '03 빈 폴더', '확인서.pdf'])
})

test('files that are dropped on a folder of the tree are uploaded into it', async () => {
  const { client, ids } = await openFilledRoom()
  const content = btoa(String.fromCharCode(...(await makePdf(1))))
  const disk = await commands.layOut({ '결산.pdf': content })
  onTestFinished(() => commands.clearAway(disk))
  await commands.dropAt(await middleOf(branch('03 빈 폴더')), {
    items: [],
    files: [`${disk}/결산.pdf`],
  })
  await expect.element(uploadCard()).toHaveTextContent('파일을 업로드했습니다.')
  expect(await namesIn(client, ids['03 빈 폴더'])).toEqual(['결산.pdf'])
})

test('what operators seek on this page leads to its place in their list', async () => {
  const { app, ids } = await openFilledRoom()
  await box().fill('초안')
  await commands.press('Enter')
  const names = page.getByRole('region', { name: '이름' })
  await expect.element(names.getByRole('link', { name: '초안.pdf' })).toBeVisible()
  expect(new URL(app.address(), location.origin).pathname).toBe('/admin/upload')
  for (const item of tree().getByRole('treeitem').elements())
    expect(item.ariaSelected).toBe('false')
  await expect
    .element(names.getByRole('link', { name: '초안.pdf' }))
    .toHaveAttribute('href', expect.stringMatching(/[?&]room=\d{4}-\d+$/))

  await names.getByRole('link', { name: '초안.pdf' }).click()
  await expect.poll(app.address).toBe(`/admin/upload?folder=${ids['01 계약/이전 안']}`)
  await expect.element(row('초안.pdf')).toHaveAttribute('aria-current', 'true')
  await expect.element(row('초안.pdf')).toHaveFocus()
  await expect.element(box()).toHaveValue('')

  await box().fill('재무')
  await commands.press('Enter')
  await names.getByRole('link', { name: '02 재무', exact: true }).click()
  await expect.poll(app.address).toBe(`/admin/upload?folder=${ids['02 재무']}`)
  await expect.element(row('재무제표.pdf')).toBeVisible()
  await box().fill('초안')
  await commands.press('Enter')
  await expect.element(names).toBeVisible()
  await branch('02 재무').click()
  await expect.element(row('재무제표.pdf')).toBeVisible()
  await expect.element(box()).toHaveValue('')
})

test('an empty folder has a place to drop files, one with files a line', async () => {
  const { client } = await filledRoom(['안내문.pdf'], '빈 폴더')
  await openList(client)
  const panel = page.getByCss('.drop-panel')
  await expect.element(panel).toBeVisible()
  expect(panel.element().getBoundingClientRect().height).toBeLessThanOrEqual(36)
  await branch('빈 폴더').click()
  await expect.element(panel).toHaveTextContent('파일당 최대 300MB')
  expect(panel.element().getBoundingClientRect().height).toBeGreaterThan(60)
})

test('on a phone the list has two thirds of the window, and what leads away is in the menu of the account', async () => {
  await page.viewport(390, 844)
  const { client } = await filledRoom()
  const app = await openList(client)
  await page.getByRole('button', { name: '메일 안내 닫기' }).click()
  const frame = page.getByRole('region', { name: '바탕화면' })
  expect(frame.element().getBoundingClientRect().top).toBeLessThanOrEqual(844 / 3)

  await expect.element(box()).toBeVisible()
  const field = page.getByCss('.search-box').element().getBoundingClientRect()
  expect([field.left, 390 - field.right]).toEqual([16, 16])

  const watermark = page.getByRole('switch', { name: /워터마크/ })
  await expect.element(watermark).not.toBeInTheDocument()
  const settings = page.getByRole('button', { name: '룸 설정' })
  await settings.click()
  await expect.element(settings).toHaveAttribute('aria-expanded', 'true')
  await expect.element(watermark).toBeVisible()

  const banner = page.getByRole('banner')
  await expect.element(banner.getByRole('link', { name: '사용자 화면' })).not.toBeInTheDocument()
  await expect.element(banner.getByRole('button', { name: '로그아웃' })).not.toBeInTheDocument()
  await banner.getByRole('button', { name: /^내 계정/ }).click()
  await expect.element(page.getByRole('menuitem', { name: '로그아웃' })).toBeVisible()
  await page.getByRole('menuitem', { name: '사용자 화면' }).click()
  await expect.poll(app.address).toBe('/')
})

test('readers log out by the menu of the account on a phone', async () => {
  await page.viewport(390, 844)
  const { operator } = await newRoom()
  const app = await openApp('/', (await invite(operator)).client)
  await page.getByRole('button', { name: /^내 계정/ }).click()
  await expect.element(page.getByRole('menuitem', { name: '운영자 화면' })).not.toBeInTheDocument()
  await page.getByRole('menuitem', { name: '로그아웃' }).click()
  await expect.poll(app.address).toMatch(/^\/login/)
})
