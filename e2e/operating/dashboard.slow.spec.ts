import type { Locator, Page } from '@playwright/test'
import type { PayloadOut } from '../../contract/core/operation.ts'
import type { info, overview } from '../../contract/features/dashboard.ts'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { WireClient } from '../../server/test/harness/wire-client.ts'
import { formatSize } from '../../web/lib/format.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { test as base, expect } from '../support/server-fixture.ts'

const READER = { name: '이참여', email: 'reader@dashboard.example' }
const HOLDER = { name: '박권한', email: 'holder@dashboard.example' }

interface Board {
  readonly page: Page
  readonly client: WireClient
  get<T>(call: string): Promise<T>
}

const story = base.extend<{ board: Board }>({
  board: async ({ openBrowser, url, room }, use) => {
    const session = await sessionOf(url, room.pin, { code: room.code })
    const client = Object.assign(new WireClient(url), { session })
    const page = await (
      await openBrowser({ session, viewport: { width: 1440, height: 900 } })
    ).newPage()
    const get = async <T>(call: string) => {
      const { json } = await client.call('GET', `/room/api/room/dashboard/${call}`)
      return json.payload as T
    }
    await use({ page, client, get })
  },
})

async function furnish({ client }: Board): Promise<void> {
  await client.upload([
    ['01 계약/계약서.pdf', makePdf(3)],
    ['01 계약/이전 안/초안.pdf', makePdf(1)],
    ['02 재무/재무제표.pdf', makePdf(2)],
    ['안내문.pdf', makePdf(1)],
  ])
  const invited = await client.invite([READER, HOLDER])
  const [, holder] = invited.json.payload as readonly { id: number }[]
  await client.setRight(holder?.id ?? 0, 'print', true)
}

const idOf = async (client: WireClient, name: string, parent = 0): Promise<number> =>
  (await client.items(parent)).find((item) => item.name === name)?.id ?? 0

const card = (page: Page, label: string): Locator =>
  page.getByRole('list', { name: '데이터룸 현황' }).getByRole('link', { name: label })
const storage = (page: Page): Locator => page.getByRole('table', { name: '사용 용량' })

story(
  'the numbers are those of the server, and each leads to what it counts [board-numbers]',
  async ({ board }) => {
    const { page, client, get } = board
    await furnish(board)
    await page.goto('/admin/dashboard')
    await expect(page).toHaveTitle('대시보드 - 시험 룸 - Data Room')
    const { info: numbers } = await get<PayloadOut<typeof info>>(`info/${client.me.roomId}`)
    expect(numbers).toMatchObject({
      blockPrint: 1,
      blockDownload: 2,
      blockAccess: 0,
      userCnt: 3,
      fileCnt: 4,
    })
    await expect(card(page, '인쇄 차단')).toHaveAccessibleName('인쇄 차단 1 / 2')
    await expect(card(page, '다운로드 차단')).toHaveAccessibleName('다운로드 차단 2 / 2')
    await expect(card(page, '접근 차단')).toHaveAccessibleName('접근 차단 0 / 2')
    await expect(card(page, '사용자 수')).toHaveAccessibleName('사용자 수 3 / 제한 없음')
    await expect(card(page, '사용 용량')).toContainText(
      `${formatSize(numbers.nowStorage)} / ${formatSize(numbers.maxStorage)}`,
    )
    await expect(card(page, '파일 수')).toHaveAccessibleName('파일 수 4')
    await expect(card(page, '오늘의 활동')).toHaveAccessibleName(/^오늘의 활동 \d+ 건$/)
    await expect(page.getByText('아직')).toHaveCount(0)

    const { days: reported } = await get<PayloadOut<typeof overview>>(
      `activity/${client.me.roomId}`,
    )
    const today = reported.at(-1)?.day
    await expect(card(page, '오늘의 활동')).toHaveAttribute(
      'href',
      `/admin/history?from=${today}&to=${today}`,
    )
    for (const label of ['사용 용량', '파일 수'])
      await expect(card(page, label)).toHaveAttribute('href', '/admin/upload')
    await card(page, '인쇄 차단').click()
    await expect(page).toHaveURL(/\/admin\/invitation\?show=printBlocked$/)
    const people = page.getByRole('grid', { name: '사용자 초대' }).getByRole('rowheader')
    await expect(people).toHaveText([/이참여/])
    await page.reload()
    await expect(people).toHaveText([/이참여/])
    await page.goBack()
    await card(page, '접근 차단').click()
    await expect(page.getByText('조건에 맞는 사용자가 없습니다.')).toBeVisible()
    await page.getByRole('button', { name: '전체 보기' }).click()
    await expect(page).toHaveURL(/\/admin\/invitation$/)
    await expect(people).toHaveCount(3)
    await page.goBack()
    await storage(page).getByRole('link', { name: '01 계약' }).click()
    await expect(page).toHaveURL(
      new RegExp(`/admin/upload\\?folder=${await idOf(client, '01 계약')}$`),
    )
  },
)
