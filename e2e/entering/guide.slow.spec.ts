import type { Locator, Page } from '@playwright/test'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { enterAsOperator } from '../../server/test/harness/server-process.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { test as base, expect } from '../support/server-fixture.ts'
import { row } from '../support/steps.ts'

const wide = { viewport: { width: 1440, height: 900 } }
const CLOSE = '/room/api/room/guides/close'

interface Newcomers {
  readonly reader: Page
  readonly again: () => Promise<Page>
  readonly other: () => Promise<Page>
}

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
    const open = async (pin: string) => {
      const session = await sessionOf(url, pin)
      return (await openBrowser({ session, ...wide })).newPage()
    }
    const [first = '', second = ''] = pins
    await use({ reader: await open(first), again: () => open(first), other: () => open(second) })
  },
})

const guide = (page: Page): Locator => page.getByRole('region', { name: '이용 안내' })
const cards = (page: Page): Locator => guide(page).getByRole('article')
const button = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: '이용 안내' })
const titles = (page: Page): Locator => guide(page).getByRole('heading')

async function close(page: Page, title: string): Promise<void> {
  const reported = page.waitForResponse((response) => response.url().endsWith(CLOSE))
  await guide(page)
    .getByRole('button', { name: `닫기: ${title}` })
    .click()
  expect((await reported).ok()).toBe(true)
}

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
