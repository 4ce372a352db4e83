import type { Locator, Page } from '@playwright/test'
import type { Template } from '../../contract/features/composed.ts'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { enterAsOperator } from '../../server/test/harness/server-process.ts'
import type { WireClient } from '../../server/test/harness/wire-client.ts'
import { draftOf, getTemplate, given } from '../../server/test/scenarios/composing.ts'
import { sessionOf } from './furnished-room.ts'
import { test as base, expect, type StoryBrowserOptions } from './server-fixture.ts'

export const NAME = '계약서.pdf'

export interface Author {
  readonly wire: WireClient
  open(options?: StoryBrowserOptions): Promise<Page>
  draft(): Promise<Template>
  stored(templateId: number): Promise<Template>
}

export const story = base.extend<{ author: Author }>({
  author: async ({ openBrowser, url, room }, use) => {
    const wire = await enterAsOperator(url, room)
    const author: Author = {
      wire,
      async open(options = {}) {
        const session = await sessionOf(url, room.pin, { code: room.code })
        return (
          await openBrowser({ session, viewport: { width: 1440, height: 900 }, ...options })
        ).newPage()
      },
      draft: () =>
        draftOf(
          { operator: wire },
          { pdf: makePdf(3), name: NAME, people: [{ name: '홍길동', email: 'hong@example.com' }] },
        ),
      stored: async (templateId) => given<Template>(await getTemplate(wire, templateId)),
    }
    await use(author)
  },
})

export const sheet = (page: Page | Locator, number = 1): Locator =>
  page.getByRole('region', { name: `${number}쪽`, exact: true })
export const drawn = (page: Page, number = 1): Locator =>
  sheet(page, number).locator('.page-canvas[data-drawn]')
export const tool = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: '입력란 놓기' }).getByRole('button', { name, exact: true })
export const signBox = (page: Page): Locator => page.getByRole('button', { name: /^서명란, / })
export const saved = (page: Page): Locator => page.getByText('저장됨', { exact: true })

export async function edit(page: Page, templateId: number): Promise<void> {
  await page.goto(`/compose/edit/${templateId}`)
  await expect(drawn(page)).toBeVisible()
}
export const act = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: '문서 작업' }).getByRole('button', { name, exact: true })
