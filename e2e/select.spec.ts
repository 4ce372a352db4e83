import type { Locator, Page } from '@playwright/test'
import { makePdf } from '../server/test/make-pdf.ts'
import { WireClient } from '../server/test/wire-client.ts'
import { sessionOf } from './house.ts'
import { test as base, expect } from './server-fixture.ts'
import { focused, list, row } from './steps.ts'

const LIST = '**/room/api/file/file/list'

const DOCUMENTS = [
  '01 계약/가 계약서.pdf',
  '01 계약/나 합의서.pdf',
  '01 계약/이전 안/초안.pdf',
  '02 재무/재무제표.pdf',
  '안내문.pdf',
  '확인서.pdf',
]

interface Operator {
  readonly page: Page
  /** The same session over the wire: another hand in the same room. */
  readonly client: WireClient
  /** The folders of the root, by name. */
  readonly folders: Readonly<Record<string, number>>
}

const story = base.extend<{ operator: Operator }>({
  operator: async ({ openBrowser, url, room }, use) => {
    const session = await sessionOf(url, room.pin, { code: room.code })
    const client = Object.assign(new WireClient(url), { session })
    await client.upload(DOCUMENTS.map((path) => [path, makePdf(1)]))
    const folders = Object.fromEntries((await client.items()).map(({ name, id }) => [name, id]))
    const page = await (await openBrowser({ session, viewport: { width: 1440, height: 900 } })).newPage()
    await page.goto('/admin/upload')
    await expect(row(page, '안내문.pdf')).toBeVisible()
    await use({ page, client, folders })
  },
})

const names = (page: Page) =>
  list(page)
    .getByRole('rowheader')
    .evaluateAll((heads) => heads.map((head) => head.querySelector('[data-name]')?.textContent))
const selected = (page: Page) =>
  list(page)
    .getByRole('row', { selected: true })
    .evaluateAll((rows) => rows.map((each) => each.querySelector('[data-name]')?.textContent))
const chevron = (page: Page, name: string) => row(page, name).getByRole('button', { name: /^(펼치기|접기): / })
const box = (page: Page, name: string) => row(page, name).getByRole('checkbox')
const sizeOf = (page: Page, name: string) => row(page, name).locator('.items-size')
const namesIn = async (client: WireClient, parent = 0) => (await client.items(parent)).map(({ name }) => name)

/** Takes a row onto something as a hand with a mouse does. */
async function drag(page: Page, from: Locator, to: Locator, atTarget?: () => Promise<void>): Promise<void> {
  await from.hover()
  await page.mouse.down()
  await to.hover()
  await to.hover()
  await atTarget?.()
  await page.mouse.up()
}

/** Bodies of the lists that are asked for. */
function listed(page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/file/file/list')) seen.push(request.postData() ?? '')
  })
  return seen
}

story('folders open in place by key: Right into them, Left out; their names still lead there [folders-nested]', async ({ operator }) => {
  const { page, folders } = operator
  const asked = listed(page)
  await row(page, '01 계약').focus()
  await expect(row(page, '01 계약')).toHaveAttribute('aria-expanded', 'false')
  expect(asked).toEqual([])
  await page.keyboard.press('ArrowRight')
  await expect(row(page, '01 계약')).toHaveAttribute('aria-expanded', 'true')
  await expect(row(page, '01 계약')).toBeFocused()
  await expect
    .poll(() => names(page))
    .toEqual(['01 계약', '이전 안', '가 계약서.pdf', '나 합의서.pdf', '02 재무', '안내문.pdf', '확인서.pdf'])
  await expect(row(page, '나 합의서.pdf')).toHaveAttribute('aria-level', '2')
  await expect(row(page, '나 합의서.pdf')).toHaveAttribute('aria-posinset', '3')
  await expect(row(page, '나 합의서.pdf')).toHaveAttribute('aria-setsize', '3')
  await expect(row(page, '02 재무')).toHaveAttribute('aria-posinset', '2')
  await expect(row(page, '02 재무')).toHaveAttribute('aria-rowindex', '6')
  await expect(list(page)).toHaveAttribute('aria-rowcount', '8')

  await page.keyboard.press('ArrowRight')
  await expect(row(page, '이전 안')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(row(page, '초안.pdf')).toHaveAttribute('aria-level', '3')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(row(page, '초안.pdf')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(row(page, '이전 안')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(row(page, '초안.pdf')).toHaveCount(0)
  await page.keyboard.press('ArrowLeft')
  await expect(row(page, '01 계약')).toBeFocused()
  await expect(page).toHaveURL(/\/admin\/upload$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`folder=${folders['01 계약']}$`))
  await expect.poll(() => names(page)).toEqual(['이전 안', '가 계약서.pdf', '나 합의서.pdf'])
})

story(
  'a chevron opens and closes without selecting, stays open over a visit elsewhere, and every level is sorted',
  async ({ operator }) => {
    const { page } = operator
    await chevron(page, '01 계약').click()
    await expect(row(page, '나 합의서.pdf')).toBeVisible()
    expect(await selected(page)).toEqual([])
    await expect(page).toHaveURL(/\/admin\/upload$/)
    const { width = 0, height = 0 } = (await chevron(page, '01 계약').boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)

    await page.getByRole('columnheader', { name: '이름' }).getByRole('button').click()
    await expect
      .poll(() => names(page))
      .toEqual(['02 재무', '01 계약', '이전 안', '나 합의서.pdf', '가 계약서.pdf', '확인서.pdf', '안내문.pdf'])
    await page.getByRole('link', { name: '사용자 초대' }).click()
    await page.goBack()
    await expect(row(page, '나 합의서.pdf')).toBeVisible()
    await chevron(page, '01 계약').click()
    await expect(row(page, '나 합의서.pdf')).toHaveCount(0)
  },
)

story('others change the list: what is open stays open, the focus and the selection stay with their items', async ({ operator }) => {
  const { page, client, folders } = operator
  await chevron(page, '01 계약').click()
  await row(page, '나 합의서.pdf').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  expect(await selected(page)).toEqual(['나 합의서.pdf', '02 재무'])
  await page.keyboard.press('ArrowUp')

  await client.newFolder('00 새로 온 것')
  await client.newFolder('가장 앞', folders['01 계약'])
  await expect(row(page, '00 새로 온 것')).toBeVisible()
  await expect(row(page, '가장 앞')).toHaveAttribute('aria-level', '2')
  await expect(row(page, '나 합의서.pdf')).toBeFocused()
  expect(await selected(page)).toEqual(['나 합의서.pdf', '02 재무'])

  await client.deleteItem(folders['02 재무'] ?? 0)
  await expect(row(page, '02 재무')).toHaveCount(0)
  expect(await selected(page)).toEqual(['나 합의서.pdf'])
  await expect(page.getByRole('status').filter({ hasText: '1개 선택됨' })).toBeAttached()
})

story('rows are selected as in any file manager, and the number is told', async ({ operator: { page } }) => {
  const told = page.locator('.folder-head > [role=status]')
  await expect(list(page)).toHaveAttribute('aria-multiselectable', 'true')
  await sizeOf(page, '안내문.pdf').click()
  expect(await selected(page)).toEqual(['안내문.pdf'])
  await expect(told).toHaveText('1개 선택됨')
  await sizeOf(page, '01 계약').click({ modifiers: ['ControlOrMeta'] })
  expect(await selected(page)).toEqual(['01 계약', '안내문.pdf'])
  await sizeOf(page, '확인서.pdf').click({ modifiers: ['Shift'] })
  expect(await selected(page)).toEqual(['01 계약', '02 재무', '안내문.pdf', '확인서.pdf'])
  await expect(told).toHaveText('4개 선택됨')
  await box(page, '02 재무').click()
  expect(await selected(page)).toEqual(['01 계약', '안내문.pdf', '확인서.pdf'])
  await expect(box(page, '02 재무')).not.toBeChecked()
  await sizeOf(page, '확인서.pdf').click()
  expect(await selected(page)).toEqual(['확인서.pdf'])
  await page.keyboard.press('Escape')
  expect(await selected(page)).toEqual([])
  await expect(told).toHaveText('')
  await expect(row(page, '확인서.pdf')).toBeFocused()
  await expect(page.getByRole('button', { name: '폴더 만들기' })).toBeVisible()
})

story('the keyboard selects alone: Space, Shift with arrows, all, none', async ({ operator: { page } }) => {
  await row(page, '02 재무').focus()
  await page.keyboard.press('Shift+ArrowDown')
  expect(await selected(page)).toEqual(['02 재무', '안내문.pdf'])
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Shift+ArrowUp')
  expect(await selected(page)).toEqual(['01 계약', '02 재무'])
  await page.keyboard.press('Space')
  expect(await selected(page)).toEqual(['02 재무'])
  await page.keyboard.press('End')
  expect(await selected(page)).toEqual(['02 재무'])
  await page.keyboard.press('Control+a')
  expect(await selected(page)).toEqual(['01 계약', '02 재무', '안내문.pdf', '확인서.pdf'])
  await expect(row(page, '확인서.pdf')).toBeFocused()
  await page.getByRole('button', { name: '선택 해제' }).click()
  expect(await selected(page)).toEqual([])
  await expect(row(page, '확인서.pdf')).toBeFocused()
})

story('all of a long folder is selected, with what was not loaded yet', async ({ operator: { page, client } }) => {
  story.slow()
  const many = await client.newFolder('03 전표')
  const content = makePdf(1)
  const files = Array.from({ length: 520 }, (_, index) => `${String(index).padStart(3, '0')}.pdf`)
  await client.upload(
    files.map((name) => [name, content]),
    many,
  )
  await page.goto(`/admin/upload?folder=${many}`)
  await row(page, '000.pdf').focus()
  let held = 0
  await page.route(LIST, async (route) => {
    const isSelecting = route.request().postData()?.includes('"limit":1000') ?? false
    if (isSelecting && held++ === 0) await expect(page.getByText('모두 선택하는 중… 0 / 520')).toBeVisible()
    await route.continue()
  })
  await page.keyboard.press('Control+a')
  await expect(page.locator('.folder-head > [role=status]')).toHaveText('520개 선택됨')
  expect(held).toBeGreaterThan(0)
  await page.keyboard.press('End')
  await expect(row(page, '519.pdf')).toBeFocused()
  await expect(row(page, '519.pdf')).toHaveAttribute('aria-selected', 'true')
  expect(await list(page).getByRole('row').count()).toBeLessThan(80)
})

story('a dragged row goes into the folder on which it is let go, with Ctrl a copy of it', async ({ operator }) => {
  const { page, client, folders } = operator
  const contracts = folders['01 계약'] ?? 0
  await drag(page, sizeOf(page, '안내문.pdf'), sizeOf(page, '01 계약'), async () => {
    await expect(row(page, '01 계약')).toHaveAttribute('data-drop-over', '')
    await expect(row(page, '02 재무')).not.toHaveAttribute('data-drop-over')
  })
  await expect(row(page, '안내문.pdf')).toHaveCount(0)
  expect(await namesIn(client, contracts)).toContain('안내문.pdf')
  expect(await namesIn(client)).toEqual(['01 계약', '02 재무', '확인서.pdf'])

  await drag(page, sizeOf(page, '확인서.pdf'), sizeOf(page, '02 재무'), () => page.keyboard.down('Control'))
  await page.keyboard.up('Control')
  await expect.poll(() => namesIn(client, folders['02 재무'])).toEqual(['재무제표.pdf', '확인서.pdf'])
  expect(await namesIn(client)).toContain('확인서.pdf')
})

story('all that is selected is dragged, onto a step of the way as well; a folder never goes into itself', async ({ operator }) => {
  const { page, client, folders } = operator
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') changes.push(request.url())
  })
  await chevron(page, '01 계약').click()
  await chevron(page, '이전 안').click()
  await expect(row(page, '초안.pdf')).toBeVisible()
  for (const refused of ['이전 안', '01 계약', '확인서.pdf']) {
    await drag(page, sizeOf(page, '01 계약'), sizeOf(page, refused), async () => {
      await expect(page.locator('[data-drop-over]')).toHaveCount(0)
    })
  }
  expect(changes).toEqual([])

  await row(page, '01 계약').getByRole('link').click()
  await sizeOf(page, '가 계약서.pdf').click()
  await sizeOf(page, '나 합의서.pdf').click({ modifiers: ['Shift'] })
  await drag(
    page,
    sizeOf(page, '가 계약서.pdf'),
    page.getByRole('navigation', { name: '현재 위치' }).getByRole('link', { name: '바탕화면' }),
  )
  await expect.poll(() => names(page)).toEqual(['이전 안', '초안.pdf'])
  expect(await namesIn(client)).toEqual(['01 계약', '02 재무', '가 계약서.pdf', '나 합의서.pdf', '안내문.pdf', '확인서.pdf'])
  expect(await namesIn(client, folders['01 계약'])).toEqual(['이전 안'])
})

story('a folder over which something is held opens', async ({ operator: { page } }) => {
  await drag(page, sizeOf(page, '안내문.pdf'), sizeOf(page, '02 재무'), async () => {
    await expect(row(page, '02 재무')).toHaveAttribute('aria-expanded', 'true')
    await expect(row(page, '재무제표.pdf')).toBeVisible()
    await sizeOf(page, '확인서.pdf').hover()
  })
  await expect(row(page, '안내문.pdf')).toHaveAttribute('aria-level', '1')
})

story('a folder whose items cannot be had says so in its place and asks again', async ({ operator: { page, folders }, strictness }) => {
  strictness.expectRefusals(/\/file\/file\/list$/)
  const finance = `"parent":${folders['02 재무']}`
  await page.route(LIST, (route) =>
    route.request().postData()?.includes(finance) ? route.fulfill({ status: 500, body: '{}' }) : route.fallback(),
  )
  await row(page, '02 재무').focus()
  await page.keyboard.press('ArrowRight')
  const failed = list(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: '다시 시도' }) })
  await expect(failed).toHaveAttribute('aria-level', '2')
  await expect(row(page, '안내문.pdf')).toBeVisible()
  await page.unroute(LIST)
  await page.keyboard.press('ArrowDown')
  await expect(failed).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, '재무제표.pdf')).toHaveAttribute('aria-level', '2')
  await expect(failed).toHaveCount(0)
  expect(await focused(page).count(), 'the focus is somewhere').toBe(1)
})

story('a tree of sixty levels stays legible: rows move in no further than names have room', async ({ operator: { page, client } }) => {
  const steps = Array.from({ length: 59 }, (_, index) => `단계 ${index + 1}`)
  await client.upload([[`${steps.join('/')}/끝.pdf`, makePdf(1)]])
  await row(page, '단계 1').focus()
  for (const name of steps.slice(0, -1)) {
    await expect(row(page, new RegExp(` ${name} `))).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(focused(page)).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('ArrowRight')
  }
  await expect(row(page, /단계 59 /)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(row(page, '끝.pdf')).toHaveAttribute('aria-level', '60')
  await row(page, '끝.pdf').scrollIntoViewIfNeeded()
  const { width = 0 } = (await row(page, '끝.pdf').locator('.items-text').boundingBox()) ?? {}
  expect(width).toBeGreaterThan(30)
  await expect(row(page, '끝.pdf').locator('[data-name]')).toHaveText('끝.pdf')
})

story('the state of a preview is told, and why there is none', async ({ operator: { page } }) => {
  await page.route(LIST, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { payload: { name: string; preview: string | null }[] }
    for (const item of body.payload) {
      if (item.name === '안내문.pdf') item.preview = 'NO_CONVERTER'
      if (item.name === '확인서.pdf') item.preview = 'WORKING'
    }
    await route.fulfill({ response, json: body })
  })
  await page.reload()
  await expect(row(page, '안내문.pdf').locator('.items-state')).toContainText('미리보기 없음')
  await expect(row(page, '안내문.pdf').locator('.items-state')).toContainText(
    '이 서버에는 이 형식의 미리보기를 만드는 프로그램이 없습니다.',
  )
  await expect(row(page, '확인서.pdf').locator('.items-state')).toHaveText('변환 중')
  await chevron(page, '01 계약').click()
  await expect(row(page, '가 계약서.pdf').locator('.items-state')).toHaveText('준비됨')
  await expect(row(page, '01 계약').locator('.items-state')).toHaveText('')
})

story('beside the rows a menu offers what concerns the folder', async ({ operator: { page } }) => {
  await page.locator('.items-scroller').click({ button: 'right', position: { x: 400, y: 400 } })
  await page.getByRole('menuitem', { name: '새 폴더' }).click()
  await expect(page.getByRole('textbox', { name: '폴더 이름' })).toBeFocused()
})

base('on the screen where documents are read a click opens, and nothing is selected or dragged', async ({ openBrowser, url, house }) => {
  const page = await (
    await openBrowser({ session: await sessionOf(url, house.reader.pin), viewport: { width: 1440, height: 900 } })
  ).newPage()
  await page.goto('/')
  await expect(row(page, '안내문.pdf')).toBeVisible()
  await expect(page.getByRole('treegrid')).toHaveCount(0)
  await expect(list(page).getByRole('checkbox')).toHaveCount(0)
  await expect(list(page).locator('[draggable=true], [aria-selected], [aria-expanded=true]')).toHaveCount(0)
  await sizeOf(page, '01 계약').click()
  await expect(page).toHaveURL(new RegExp(`folder=${house.ids['01 계약']}$`))
})
