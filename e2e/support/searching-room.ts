import type { Page } from '@playwright/test'
import { makeKoreanPdf } from '../../server/test/fixtures/make-korean-pdf.ts'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { WireClient } from '../../server/test/harness/wire-client.ts'
import { sessionOf } from './furnished-room.ts'
import { test as base, expect } from './server-fixture.ts'
import { row } from './steps.ts'

export interface Searching {
  readonly operator: WireClient
  readonly page: Page
  readonly readerId: number
  readonly ids: Readonly<Record<string, number>>
}

const READER = { name: '이참여', email: 'searching@house.example' }

export const CONTRACT = '양수도 계약서.pdf'

export async function textsRead(operator: WireClient): Promise<void> {
  const waiting = async (): Promise<number> => {
    const { json } = await operator.call('POST', '/room/api/file/search', {
      body: { keword: '손해배상', roomId: operator.me.roomId },
    })
    return (json as unknown as { indexing: number }).indexing
  }
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0)
}

export const story = base.extend<{ searching: Searching }>({
  searching: async ({ openBrowser, url, room, mailbox }, use) => {
    const operator = new WireClient(url)
    await operator.join(room.pin)
    await operator.agree()
    await operator.elevate(room.code)
    const pages = [
      '제1조 (목적)',
      '제2조 (정의)',
      '제3조 (손해배상의 예정) 손해배상의 예정액은 대금의 십분의 일로 한다.',
      `별지${'\n'.repeat(12)}손해배상 산정표`,
      '빈 쪽',
      '빈 쪽',
    ]
    await operator.upload([
      [`01 계약/${CONTRACT}`, await makeKoreanPdf(pages)],
      ['01 계약/이전 안/각서.pdf', makePdf(1)],
      ['재무제표.pdf', makePdf(1)],
    ])
    const [folder] = await operator.items()
    const inside = await operator.items(folder?.id)
    const ids = Object.fromEntries(
      [...(await operator.items()), ...inside].map(({ name, id }) => [name, id]),
    )
    await textsRead(operator)
    const invited = (await operator.invite([READER])).json.payload as readonly { id: number }[]
    const session = await sessionOf(url, await mailbox.pinFor(READER.email))
    const page = await (
      await openBrowser({ session, viewport: { width: 1440, height: 900 } })
    ).newPage()
    await page.goto('/')
    await expect(row(page, '재무제표.pdf')).toBeVisible()
    await use({ operator, page, readerId: invited[0]?.id ?? 0, ids })
  },
})

export const box = (page: Page) =>
  page.getByRole('searchbox', { name: '파일 이름과 문서 내용 검색' })

export const section = (page: Page, name: '이름' | '문서 내용') =>
  page.getByRole('region', { name, exact: true })

export const title = (page: Page, q: string) =>
  page.getByRole('heading', { level: 1, name: `'${q}' 검색 결과` })

export async function seek(page: Page, q: string): Promise<void> {
  await box(page).fill(q)
  await box(page).press('Enter')
  await expect(title(page, q)).toBeVisible()
}
