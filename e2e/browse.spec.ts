import type { Page } from '@playwright/test'
import { makePdf } from '../server/test/make-pdf.ts'
import { enterAsOperator } from '../server/test/server-process.ts'
import { sessionOf } from './house.ts'
import { expect, test } from './server-fixture.ts'
import { clickDisabled, row } from './steps.ts'

const tree = (page: Page) => page.getByRole('tree', { name: '폴더 목록' })
const branch = (page: Page, name: string) => tree(page).getByRole('treeitem', { name, exact: true })
const trail = (page: Page) => page.getByRole('navigation', { name: '현재 위치' })
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const names = (page: Page) =>
  page
    .getByRole('grid')
    .getByRole('rowheader')
    .evaluateAll((heads) => heads.map((head) => head.querySelector('[data-name]')?.textContent))
const leased = (page: Page, count = { opened: 0 }) => {
  page.on('request', (request) => {
    if (request.url().includes('/prepareFile/')) count.opened += 1
  })
  return count
}

/** The list, while something lies over it. */
const outOfReach = (page: Page) =>
  page
    .locator('[inert]')
    .filter({ has: page.getByRole('grid') })
    .first()

/** Until the image of a page is drawn. */
async function drawn(page: Page, number: number): Promise<void> {
  const image = page.getByRole('img', { name: `${number}쪽`, exact: true })
  await expect(image).toBeVisible()
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
}

interface Opened {
  readonly page: Page
  readonly go: (path: string) => Promise<unknown>
  readonly ids: Readonly<Record<string, number>>
}

const story = test.extend<{ reader: Opened }>({
  reader: async ({ openBrowser, url, house }, use) => {
    const page = await (
      await openBrowser({ session: await sessionOf(url, house.reader.pin), viewport: { width: 1440, height: 900 } })
    ).newPage()
    await use({ page, go: (path) => page.goto(path), ids: house.ids })
  },
})

story('the tree loads as it is opened; a click opens and shows, a second one collapses [tree-opens]', async ({ reader: { page, ids } }) => {
  const listed: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/file/file/list')) listed.push(request.postData() ?? '')
  })
  await page.goto('/')
  await expect(branch(page, '01 계약')).toHaveAttribute('aria-expanded', 'false')
  await expect(branch(page, '03 빈 폴더')).not.toHaveAttribute('aria-expanded')
  await expect(branch(page, '01-01 이전 안')).toHaveCount(0)
  expect(listed.filter((body) => body.includes(`"parent":${ids['01 계약']}`))).toEqual([])

  await branch(page, '01 계약').click()
  await expect(branch(page, '01 계약')).toHaveAttribute('aria-expanded', 'true')
  await expect(branch(page, '01 계약')).toHaveAttribute('aria-selected', 'true')
  await expect(branch(page, '01-01 이전 안')).toHaveAttribute('aria-level', '2')
  await expect(page).toHaveURL(new RegExp(`folder=${ids['01 계약']}$`))
  await expect(row(page, '계약서 초안.pdf')).toBeVisible()

  await branch(page, '01 계약').click()
  await expect(branch(page, '01 계약')).toHaveAttribute('aria-expanded', 'false')
  await expect(branch(page, '01-01 이전 안')).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`folder=${ids['01 계약']}$`))
  await expect(row(page, '계약서 초안.pdf')).toBeVisible()
})

story('the tree is walked by key alone: one stop of Tab, arrows, Enter, Home, End, letters', async ({ reader: { page, ids } }) => {
  await page.goto('/')
  await expect(branch(page, '01 계약')).toBeVisible()
  await tree(page).focus()
  await expect(branch(page, '01 계약')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(branch(page, '01-01 이전 안')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await page.keyboard.press('ArrowRight')
  await expect(branch(page, '01-01 이전 안')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(branch(page, '01 계약')).toBeFocused()
  await page.keyboard.press('End')
  await expect(branch(page, '03 빈 폴더')).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('*')
  await expect(branch(page, '2025')).toBeVisible()
  await page.keyboard.press('0')
  await page.keyboard.press('2')
  await expect(branch(page, '02 재무')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`folder=${ids['02 재무/2025']}$`))
  await expect(row(page, '재무제표.pdf')).toBeVisible()
  await page.keyboard.press('Tab')
  expect(await tree(page).evaluate((element) => element.contains(document.activeElement))).toBe(false)
})

story(
  'a pasted address shows the folder, the way to it in tree and breadcrumb, and the count of its files [way-shown]',
  async ({ reader: { page, ids } }) => {
    await page.goto(`/?folder=${ids['01 계약/01-01 이전 안']}`)
    await expect(trail(page)).toHaveText(/바탕화면.*01 계약.*01-01 이전 안/)
    await expect(trail(page).locator('[aria-current]')).toHaveText('01-01 이전 안')
    await expect(branch(page, '01-01 이전 안')).toHaveAttribute('aria-selected', 'true')
    await expect(branch(page, '01 계약')).toHaveAttribute('aria-expanded', 'true')
    await expect(branch(page, '02 재무')).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByText('파일 1개', { exact: true })).toBeVisible()
    await expect(page).toHaveTitle('01-01 이전 안 - 참여 시험 룸 - Data Room')

    await trail(page).getByRole('link', { name: '01 계약' }).click()
    await expect(page.getByText('파일 3개', { exact: true })).toBeVisible()
    await expect(trail(page).getByText('01-01 이전 안')).toHaveCount(0)
    await page.goBack()
    await expect(row(page, '계약서 1차 안.pdf')).toBeVisible()
    await trail(page).getByRole('link', { name: '바탕화면' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect(row(page, '안내문.pdf')).toBeVisible()
  },
)

story('folders and rooms without anything say so, and offer nothing that a reader may not do', async ({ reader: { page, ids } }) => {
  await page.goto(`/?folder=${ids['03 빈 폴더']}`)
  await expect(page.getByText('아직 등록된 문서가 없습니다.')).toBeVisible()
  await expect(page.getByText('파일 0개', { exact: true })).toBeVisible()
  await expect(page.getByRole('grid')).toHaveCount(0)
  await expect(page.getByText('끌어다')).toHaveCount(0)
  await expect(page.getByRole('button', { name: '폴더 만들기' })).toHaveCount(0)
})

story('an empty room shows its root alone [empty-room]', async ({ openBrowser, url, room }) => {
  const page = await (await openBrowser({ session: await sessionOf(url, room.pin), viewport: { width: 1440, height: 900 } })).newPage()
  await page.goto('/')
  await expect(tree(page).getByRole('treeitem')).toHaveText(['빈 폴더'])
  await expect(page.getByText('아직 등록된 문서가 없습니다.')).toBeVisible()
})

story('a room of documents without folders shows its root by name, which is no empty folder', async ({ openBrowser, url, room }) => {
  const operator = await enterAsOperator(url, room)
  await operator.put('안내문.pdf', makePdf(1))
  const page = await (await openBrowser({ session: await sessionOf(url, room.pin), viewport: { width: 1440, height: 900 } })).newPage()
  await page.goto('/')
  await expect(row(page, '안내문.pdf')).toBeVisible()
  await expect(tree(page).getByRole('treeitem')).toHaveCount(1)
  await expect(tree(page).getByRole('treeitem', { name: '바탕화면' })).toHaveText('바탕화면1')
  await expect(tree(page)).not.toContainText('빈 폴더')
  await operator.newFolder('01 계약')
  await page.reload()
  await expect(tree(page).getByRole('treeitem', { name: '01 계약' })).toBeVisible()
  await expect(tree(page).getByRole('treeitem')).toHaveCount(1)
})

story('a folder that is not there is told, without a word about others', async ({ reader: { page, ids }, strictness }) => {
  strictness.expectRefusals(/\/file\/file\/list$/)
  await page.goto('/?folder=999999')
  await expect(page.getByText('찾을 수 없습니다.')).toBeVisible()
  await expect(page.getByRole('grid')).toHaveCount(0)
  await branch(page, '01 계약').click()
  await expect(page).toHaveURL(new RegExp(`folder=${ids['01 계약']}$`))
  await expect(row(page, '계약서 초안.pdf')).toBeVisible()
})

story('columns sort: folders stay above, the order holds after a reload', async ({ reader: { page, ids } }) => {
  await page.goto(`/?folder=${ids['01 계약']}`)
  await expect(row(page, '계약서 초안.pdf')).toBeVisible()
  expect(await names(page)).toEqual(['01-01 이전 안', '계약서 초안.pdf', '부속합의서.pdf', '확인서.pdf'])
  const size = page.getByRole('columnheader', { name: '크기' })
  await size.getByRole('button').click()
  await expect(size).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => names(page)).toEqual(['01-01 이전 안', '부속합의서.pdf', '계약서 초안.pdf', '확인서.pdf'])
  await size.getByRole('button').press('Enter')
  await expect(size).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(() => names(page)).toEqual(['01-01 이전 안', '확인서.pdf', '계약서 초안.pdf', '부속합의서.pdf'])
  await expect(page.getByRole('columnheader', { name: '이름' })).toHaveAttribute('aria-sort', 'none')
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['01-01 이전 안', '확인서.pdf', '계약서 초안.pdf', '부속합의서.pdf'])
})

story(
  'the list is walked by key: arrows, Enter into a folder, Backspace out of it onto the folder that was left',
  async ({ reader: { page, ids } }) => {
    await page.goto('/')
    await row(page, '01 계약').focus()
    await page.keyboard.press('ArrowDown')
    await expect(row(page, '02 재무')).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`folder=${ids['01 계약']}$`))
    await expect(row(page, '01-01 이전 안')).toBeFocused()
    await page.keyboard.press('End')
    await expect(row(page, '확인서.pdf')).toBeFocused()
    await page.keyboard.press('Backspace')
    await expect(page).toHaveURL(/\/$/)
    await expect(row(page, '01 계약')).toBeFocused()
    await page.keyboard.press('Backspace')
    await expect(page).toHaveURL(/\/$/)
  },
)

story('a document opens beside the list, which stays in use: arrows move the preview [beside-list]', async ({ reader: { page, ids } }) => {
  const count = leased(page)
  await page.goto(`/?folder=${ids['01 계약']}`)
  await row(page, '계약서 초안.pdf').getByRole('link').click()
  const first = panel(page, '계약서 초안.pdf')
  await drawn(page, 1)
  const { width = 0, x = 0 } = (await first.boundingBox()) ?? {}
  const { width: place = 0 } = (await page.getByRole('main').boundingBox()) ?? {}
  expect(width / place).toBeGreaterThan(0.41)
  expect(width / place).toBeLessThan(0.43)
  expect(x + width).toBeCloseTo(1440, 0)
  await expect(first).toContainText('/ 3쪽')
  await expect(row(page, '계약서 초안.pdf')).toBeFocused()

  await page.keyboard.press('ArrowDown')
  await expect(panel(page, '부속합의서.pdf')).toContainText('/ 30쪽')
  await expect(first).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`doc=${ids['01 계약/부속합의서.pdf']}`))
  await page.keyboard.press('ArrowUp')
  await drawn(page, 1)
  await expect(first).toContainText('/ 3쪽')

  // What is only passed is not opened: that would be a view in the log.
  count.opened = 0
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(panel(page, '확인서.pdf')).toContainText('/ 2쪽')
  expect(count.opened).toBe(1)

  await page.keyboard.press('Escape')
  await expect(panel(page, '확인서.pdf')).toHaveCount(0)
  await expect(row(page, '확인서.pdf')).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`folder=${ids['01 계약']}$`))
})

story('an arrow that is pressed while the preview is on its way takes the list on, and nothing takes it back', async ({ reader }) => {
  const { page, ids } = reader
  await page.goto(`/?folder=${ids['01 계약']}`)
  await row(page, '계약서 초안.pdf').getByRole('link').click()
  await drawn(page, 1)
  await expect(row(page, '계약서 초안.pdf')).toBeFocused()
  const passed = await page.evaluateHandle(() => {
    const rows: (string | undefined)[] = []
    document.addEventListener('focusin', ({ target }) => rows.push((target as Element).querySelector('[data-name]')?.textContent))
    const replace = history.replaceState.bind(history)
    history.replaceState = (...given) => {
      const before = new URLSearchParams(location.search).get('doc')
      replace(...given)
      if (new URLSearchParams(location.search).get('doc') === before) return
      history.replaceState = replace
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }))
    }
    return rows
  })
  await page.keyboard.press('ArrowDown')
  await expect(panel(page, '확인서.pdf')).toContainText('/ 2쪽')
  await expect(row(page, '확인서.pdf')).toBeFocused()
  expect(await passed.jsonValue()).toEqual(['부속합의서.pdf', '확인서.pdf'])
})

story(
  'the preview: page position, thumbnails, zoom, full screen, and a reload that restores the place [preview-parts]',
  async ({ reader: { page, ids } }) => {
    await page.goto(`/?folder=${ids['01 계약']}&doc=${ids['01 계약/부속합의서.pdf']}`)
    const open = panel(page, '부속합의서.pdf')
    await drawn(page, 1)
    const position = open.getByRole('textbox', { name: '이동할 쪽 (전체 30쪽)' })
    await expect(position).toHaveValue('1')

    await position.fill('20')
    await position.press('Enter')
    await drawn(page, 20)
    await expect(position).toHaveValue('20')
    await expect(page).toHaveURL(/page=20/)
    await expect(page.getByRole('img', { name: '1쪽', exact: true })).toHaveCount(0)
    await position.fill('999')
    await position.press('Enter')
    await expect(position).toHaveValue('30')

    if ((await open.getByRole('listbox', { name: '썸네일' }).count()) === 0) await open.getByRole('button', { name: '썸네일' }).click()
    const thumbnails = open.getByRole('listbox', { name: '썸네일' })
    await expect(thumbnails.getByRole('option', { selected: true })).toHaveAccessibleName('30쪽')
    await thumbnails.focus()
    await page.keyboard.press('ArrowUp')
    await expect(position).toHaveValue('29')
    await expect(page).toHaveURL(/page=29/)

    const sheet = open.getByRole('listitem').first()
    const width = async () => (await sheet.boundingBox())?.width ?? 0
    const fit = await width()
    await open.getByRole('button', { name: '확대' }).click()
    await expect.poll(width).toBeGreaterThan(fit)
    await page.keyboard.press('-')
    await expect.poll(width).toBeCloseTo(fit, 0)
    await expect(open.getByRole('button', { name: /^100%/ })).toBeVisible()

    await open.getByRole('button', { name: '전체 화면' }).click()
    await expect.poll(async () => (await open.boundingBox())?.width).toBe(1440)
    await expect(outOfReach(page)).toContainText('부속합의서.pdf')
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await open.boundingBox())?.width).toBeLessThan(700)
    await expect(outOfReach(page)).toHaveCount(0)

    await page.reload()
    await drawn(page, 29)
    await expect(row(page, '부속합의서.pdf')).toHaveAttribute('aria-current', 'true')
    await expect(position).toHaveValue('29')
    await open.getByRole('button', { name: '닫기' }).click()
    await expect(open).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`folder=${ids['01 계약']}$`))
  },
)

story(
  'the menu of a row opens by its button, by right click and by key, and says why nothing can be downloaded [row-menu]',
  async ({ reader: { page, ids } }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await page.goto(`/?folder=${ids['01 계약']}`)
    const file = row(page, '계약서 초안.pdf')
    const menu = page.getByRole('menu')
    const blocked = menu.getByRole('menuitem', { name: '다운로드' })

    await file.getByRole('button', { name: '더 보기: 계약서 초안.pdf' }).click()
    await expect(menu.getByRole('menuitem', { name: '열기' })).toBeFocused()
    await expect(blocked).toContainText('다운로드 권한이 없습니다.')
    await clickDisabled(page, blocked)
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)

    await file.click({ button: 'right', position: { x: 400, y: 10 } })
    await expect(menu).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)

    await file.focus()
    for (const key of ['ContextMenu', 'Shift+F10']) {
      await page.keyboard.press(key)
      await expect(menu).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(menu).toHaveCount(0)
      await expect(file).toBeFocused()
    }

    await page.keyboard.press('ContextMenu')
    await menu.getByRole('menuitem', { name: '열기' }).press('Enter')
    await expect(panel(page, '계약서 초안.pdf')).toBeVisible()
    for (const [name, reason] of [
      ['인쇄', '인쇄 권한이 없습니다.'],
      ['다운로드', '다운로드 권한이 없습니다.'],
    ] as const) {
      const tool = panel(page, '계약서 초안.pdf').getByRole('button', { name: `${name}: 계약서 초안.pdf` })
      await expect(tool).toHaveAccessibleDescription(reason)
      await clickDisabled(page, tool)
    }
    await row(page, '01-01 이전 안')
      .getByRole('button', { name: /^더 보기/ })
      .click()
    await expect(menu.getByRole('menuitem')).toHaveText(['열기', /^인쇄파일을 선택해/, /^다운로드다운로드 권한이/, '폴더 이름 복사'])
    await page.keyboard.press('Escape')
    expect(asked.filter((line) => /^GET .*\/room\/api\/file\/(?!prepareFile|removeTempFile)[^/]+$/.test(line))).toEqual([])
  },
)

story(
  'on a phone the folders are in a drawer, the document lies over the list, and both give the focus back',
  async ({ openBrowser, url, house }) => {
    const page = await (
      await openBrowser({ session: await sessionOf(url, house.reader.pin), viewport: { width: 390, height: 844 }, hasTouch: true })
    ).newPage()
    await page.goto('/')
    await expect(tree(page)).toHaveCount(0)
    await page.getByRole('button', { name: '폴더 목록' }).tap()
    await branch(page, '01 계약').tap()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await row(page, '계약서 초안.pdf').getByRole('link').tap()
    await drawn(page, 1)
    const { width, height } = (await panel(page, '계약서 초안.pdf').boundingBox()) ?? {}
    expect({ width, height }).toEqual({ width: 390, height: 844 })
    await expect(outOfReach(page)).toContainText('계약서 초안.pdf')
    await panel(page, '계약서 초안.pdf').getByRole('button', { name: '닫기' }).tap()
    await expect(outOfReach(page)).toHaveCount(0)
    await expect(row(page, '계약서 초안.pdf')).toBeFocused()
  },
)
