import type { Locator, Page } from '@playwright/test'
import { makePdf } from '../server/test/make-pdf.ts'
import { enterAsOperator } from '../server/test/server-process.ts'
import { sessionOf } from './house.ts'
import { test as base, expect } from './server-fixture.ts'
import { dashboard, focused, row } from './steps.ts'

const wide = { viewport: { width: 1440, height: 900 } }
const CLOSE = '/room/api/room/guides/close'

interface Newcomers {
  /** A reader who has never been in the room; `again` is another browser of the same person. */
  readonly reader: Page
  readonly again: () => Promise<Page>
  /** Another reader, who has never been there either. */
  readonly other: () => Promise<Page>
  /** The operator, with the operator area open. */
  readonly operator: () => Promise<Page>
}

/** A room with two documents and people who are there for the first time. */
const story = base.extend<{ newcomers: Newcomers }>({
  newcomers: async ({ url, room, rooms, mailbox, openBrowser }, use) => {
    const client = await enterAsOperator(url, room)
    await client.upload([
      ['안내문.pdf', makePdf(2)],
      ['확인서.pdf', makePdf(1)],
    ])
    const emails = ['first', 'second'].map((name) => `${name}.${room.roomNo}@guide.example`)
    await client.invite(emails.map((email, index) => ({ name: `이참여${index}`, email })))
    await rooms.asNewcomers(room.roomId)
    const pins = await Promise.all(emails.map((email) => mailbox.pinFor(email)))
    const open = async (pin: string, code = '') => {
      const session = await sessionOf(url, pin, { code })
      return (await openBrowser({ session, ...wide })).newPage()
    }
    const [first = '', second = ''] = pins
    await use({ reader: await open(first), again: () => open(first), other: () => open(second), operator: () => open(room.pin, room.code) })
  },
})

const guide = (page: Page): Locator => page.getByRole('region', { name: '이용 안내' })
const cards = (page: Page): Locator => guide(page).getByRole('article')
const button = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: '이용 안내' })
const manual = (page: Page): Locator => page.getByRole('dialog', { name: /^사용 설명서/ })
const titles = (page: Page): Locator => guide(page).getByRole('heading')

/** Closes a card, and waits until the server knows. */
async function close(page: Page, title: string): Promise<void> {
  const told = page.waitForResponse((response) => response.url().endsWith(CLOSE))
  await guide(page)
    .getByRole('button', { name: `닫기: ${title}` })
    .click()
  expect((await told).ok()).toBe(true)
}

/** Opens a screen, and waits until it knows which guides were closed. */
async function visit(page: Page, path: string): Promise<void> {
  const known = page.waitForResponse((response) => response.url().endsWith('/room/api/room/guides'))
  await page.goto(path)
  await (await known).finished()
}

story(
  'the guide shows by itself until it is closed, and comes back neither after a reload nor in another browser [guide-closed]',
  async ({ newcomers: { reader, again, other } }) => {
    await reader.goto('/')
    await expect(titles(reader)).toHaveText(['문서 보기'])
    await expect(guide(reader).getByRole('status')).toHaveText('이용 안내: 문서 보기')
    // Whoever works goes on working.
    await expect(guide(reader).locator(':focus')).toHaveCount(0)
    await row(reader, '안내문.pdf').getByRole('link').click()
    await expect(reader).toHaveURL(/doc=/)
    await expect(cards(reader)).toHaveCount(1)

    await close(reader, '문서 보기')
    await expect(guide(reader)).toHaveCount(0)
    await expect(button(reader)).toBeFocused()
    await visit(reader, '/')
    await expect(row(reader, '안내문.pdf')).toBeVisible()
    await expect(guide(reader)).toHaveCount(0)

    const elsewhere = await again()
    await visit(elsewhere, '/')
    await expect(row(elsewhere, '안내문.pdf')).toBeVisible()
    await expect(guide(elsewhere)).toHaveCount(0)

    const stranger = await other()
    await stranger.goto('/')
    await expect(titles(stranger)).toHaveText(['문서 보기'])
  },
)

story(
  'the guide button brings a closed guide back with the focus in it; Escape gives the focus back and leaves the document open [guide-button]',
  async ({ newcomers: { reader } }) => {
    await reader.goto('/')
    await close(reader, '문서 보기')
    await row(reader, '안내문.pdf').getByRole('link').click()
    await expect(reader.getByRole('img', { name: '1쪽', exact: true }).first()).toBeVisible()

    const told: string[] = []
    reader.on('request', (request) => request.url().endsWith(CLOSE) && told.push(request.url()))
    await button(reader).focus()
    await reader.keyboard.press('Enter')
    await expect(cards(reader)).toBeFocused()
    await expect(cards(reader)).toHaveAccessibleName('문서 보기')
    await reader.keyboard.press('Escape')
    await expect(guide(reader)).toHaveCount(0)
    await expect(button(reader)).toBeFocused()
    await expect(reader).toHaveURL(/doc=/)
    // It was known to be closed.
    expect(told).toEqual([])
    await visit(reader, '/')
    await expect(row(reader, '안내문.pdf')).toBeVisible()
    await expect(guide(reader)).toHaveCount(0)
  },
)

story('readers are never shown what operators are guided by', async ({ newcomers: { reader } }) => {
  await reader.goto('/admin/upload')
  await reader.getByRole('alertdialog').getByRole('button', { name: '확인' }).click()
  await expect(titles(reader)).toHaveText(['문서 보기'])
  await button(reader).click()
  await expect(titles(reader)).toHaveText(['문서 보기'])
  for (const text of ['정리와 설정', '시작하기']) await expect(reader.getByText(text)).toHaveCount(0)
})

story('the upload guide has two cards of its own, and stays until both are closed [guide-upload]', async ({ newcomers }) => {
  const page = await newcomers.operator()
  await page.goto('/admin/upload')
  await expect(titles(page)).toHaveText(['파일 업로드', '정리와 설정'])
  await close(page, '파일 업로드')
  await expect(titles(page)).toHaveText(['정리와 설정'])
  await expect(cards(page)).toBeFocused()
  await visit(page, '/admin/upload')
  await expect(titles(page)).toHaveText(['정리와 설정'])
  await close(page, '정리와 설정')
  await expect(guide(page)).toHaveCount(0)
  await visit(page, '/admin/upload')
  await expect(row(page, '안내문.pdf')).toBeVisible()
  await expect(guide(page)).toHaveCount(0)

  await button(page).click()
  await expect(titles(page)).toHaveText(['파일 업로드', '정리와 설정'])
  await expect(cards(page).first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(titles(page)).toHaveText(['정리와 설정'])
  await page.keyboard.press('Escape')
  await expect(button(page)).toBeFocused()
  await expect(guide(page)).toHaveCount(0)
})

story('each screen has its own guide, and where there is none the button opens the manual [guide-numbers]', async ({ newcomers }) => {
  const page = await newcomers.operator()
  await page.goto('/admin/invitation')
  await expect(titles(page)).toHaveText(['사용자 초대'])
  await page.getByRole('navigation').getByRole('link', { name: '활동 내역' }).click()
  await expect(titles(page)).toHaveText(['활동 내역'])

  // The dashboard begins with the first steps; its guide waits to be asked for.
  await page.getByRole('navigation').getByRole('link', { name: '대시보드' }).click()
  await expect(page.getByRole('heading', { name: '시작하기' })).toBeVisible()
  await expect(guide(page)).toHaveCount(0)
  await button(page).click()
  await expect(titles(page)).toHaveText(['활동 내역'])

  await page.getByRole('navigation').getByRole('link', { name: '휴지통' }).click()
  await expect(page.getByRole('heading', { name: '휴지통', level: 1 })).toBeVisible()
  await expect(guide(page)).toHaveCount(0)
  await button(page).click()
  await expect(manual(page).getByRole('tab', { selected: true })).toHaveText('업로드')
  await page.keyboard.press('Escape')
  await expect(button(page)).toBeFocused()
})

story(
  'at the gate no guide of what lies behind it shows, and the manual tells of the code',
  async ({ newcomers: _, room, url, openBrowser }) => {
    const session = await sessionOf(url, room.pin)
    const page = await (await openBrowser({ session, ...wide })).newPage()
    await page.goto('/admin/upload')
    await expect(page.getByRole('textbox', { name: '운영자 코드' })).toBeVisible()
    await button(page).click()
    await expect(manual(page).getByRole('tab', { selected: true })).toHaveText('인증')
    await expect(guide(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: '운영자 코드' }).fill(room.code)
    await page.keyboard.press('Enter')
    await expect(titles(page)).toHaveText(['파일 업로드', '정리와 설정'])
  },
)

const SECTIONS = [
  { name: '개요', tabs: [] },
  { name: '접속', tabs: ['접속', '인증'] },
  { name: '사용자', tabs: ['문서함', '문서 보기'] },
  { name: '운영자', tabs: ['대시보드', '업로드', '초대', '활동 내역'] },
]

/** What the manual tells of the reading of a document. */
const READING = ['3 미리보기 영역', '확대와 축소', '화면에 맞춤', '쪽 이동', '문서에서 찾기', '메일', '인쇄', '다운로드']

story(
  'the manual has a main menu and four sections with their tabs, by keys alone [manual-menu]',
  async ({ newcomers: { reader: page } }) => {
    await page.goto('/')
    const opens = guide(page).getByRole('button', { name: '사용 설명서' })
    await opens.focus()
    await page.keyboard.press('Enter')
    await expect(focused(page)).toHaveText('사용 설명서')
    await expect(manual(page).getByRole('listitem')).toHaveText(SECTIONS.map(({ name }) => new RegExp(name)))
    await expect(manual(page)).toContainText('© 2024 Sealroom')
    for (const { name, tabs } of SECTIONS) {
      await manual(page)
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .focus()
      await page.keyboard.press('Enter')
      await expect(focused(page)).toHaveText(new RegExp(`^사용 설명서: ${name}`))
      await expect(manual(page).getByRole('tab')).toHaveText(tabs)
      if (name === '개요')
        await expect(manual(page)).toContainText(
          '1 폴더 영역에서 폴더를 고르고, 2 문서 영역에서 문서를 누르면, 3 미리보기 영역에 문서가 열립니다.',
        )
      for (const [at, tab] of tabs.entries()) {
        if (at === 0) await manual(page).getByRole('tab').first().focus()
        else await page.keyboard.press('ArrowRight')
        const terms = manual(page).getByRole('tabpanel', { name: tab, exact: true }).getByRole('term')
        await expect(terms.first()).toBeVisible()
        if (tab === '문서함') await expect(terms.filter({ hasText: '검색' })).toBeVisible()
        if (tab === '문서 보기') await expect(terms).toContainText(READING)
      }
      await expect(manual(page).locator('.manual-drawings svg').first()).toBeVisible()
      await manual(page).getByRole('button', { name: '차례로 돌아가기' }).focus()
      await page.keyboard.press('Enter')
      await expect(focused(page)).toHaveText('사용 설명서')
    }
    await page.keyboard.press('Escape')
    await expect(manual(page)).toHaveCount(0)
    await expect(opens).toBeFocused()
    // The manual is not the guide: closing it closes nothing else.
    await expect(cards(page)).toHaveCount(1)
  },
)

story(
  'on a phone the guide is a sheet below, which no open document has over it, and the list scrolls clear of it',
  async ({ newcomers }) => {
    const page = newcomers.reader
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    await expect(cards(page)).toBeVisible()
    const box = await guide(page).boundingBox()
    expect(box?.x).toBe(0)
    expect(box?.width).toBe(390)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(844, 0)
    expect(box?.height ?? 844).toBeLessThanOrEqual(844 / 2)
    await expect(page.locator('.row-grid')).toHaveCSS('padding-bottom', `${Math.round(box?.height ?? 0)}px`)

    await row(page, '안내문.pdf').getByRole('link').click()
    await expect(page.getByRole('img', { name: '1쪽', exact: true }).first()).toBeVisible()
    await expect(guide(page)).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(cards(page)).toBeVisible()
    await close(page, '문서 보기')
    await expect(guide(page)).toHaveCount(0)
    await expect(page.locator('.row-grid')).toHaveCSS('padding-bottom', '0px')
  },
)

story('whoever views the room as another person is shown no guide unasked, and closes none for that person', async ({ newcomers }) => {
  const page = await newcomers.operator()
  const told: string[] = []
  page.on('request', (request) => request.url().includes('/room/guides') && told.push(request.method()))
  await page.goto('/admin/invitation')
  await close(page, '사용자 초대')
  told.length = 0
  await page.getByRole('button', { name: '이참여0 작업' }).click()
  await page.getByRole('menuitem', { name: '이 사용자로 보기' }).click()
  await expect(page.getByText('이참여0 님의 화면을 보는 중').first()).toBeVisible()
  await expect(row(page, '안내문.pdf')).toBeVisible()
  await expect(guide(page)).toHaveCount(0)
  await button(page).click()
  await expect(titles(page)).toHaveText(['문서 보기'])
  await page.keyboard.press('Escape')
  await expect(guide(page)).toHaveCount(0)
  expect(told).toEqual([])
  await newcomers.reader.goto('/')
  await expect(titles(newcomers.reader)).toHaveText(['문서 보기'])
})

story('people who closed everything are in the way of nothing', async ({ house, url, openBrowser }) => {
  const session = await sessionOf(url, house.room.pin, { code: house.room.code })
  const page = await (await openBrowser({ session, ...wide })).newPage()
  for (const path of ['/', '/admin/upload', '/admin/invitation', '/admin/history']) {
    await visit(page, path)
    await expect(button(page)).toBeVisible()
    await expect(guide(page), path).toHaveCount(0)
  }
  await page.goto('/admin/dashboard')
  await expect(dashboard(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: '시작하기' })).toHaveCount(0)
})
