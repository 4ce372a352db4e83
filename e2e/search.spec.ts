import type { Page } from '@playwright/test'
import { makeKoreanPdf } from '../server/test/make-korean-pdf.ts'
import { makePdf } from '../server/test/make-pdf.ts'
import { WireClient } from '../server/test/wire-client.ts'
import { sessionOf } from './house.ts'
import { test as base, expect } from './server-fixture.ts'
import { focused, hold, row, tabTo } from './steps.ts'

interface Searching {
  readonly operator: WireClient
  /** A page of a reader without any right, at the list of the room. */
  readonly page: Page
  readonly readerId: number
  readonly ids: Readonly<Record<string, number>>
}

const READER = { name: '이참여', email: 'searching@house.example' }
const CONTRACT = '양수도 계약서.pdf'

/** Waits until the text of all documents can be searched. */
async function textsRead(operator: WireClient): Promise<void> {
  const waiting = async (): Promise<number> => {
    const { json } = await operator.call('POST', '/room/api/file/search', { body: { keword: '손해배상', roomId: operator.me.roomId } })
    return (json as unknown as { indexing: number }).indexing
  }
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0)
}

const story = base.extend<{ searching: Searching }>({
  searching: async ({ openBrowser, url, room, mailbox }, use) => {
    const operator = new WireClient(url)
    await operator.join(room.pin)
    await operator.agree()
    await operator.raise(room.code)
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
    const ids = Object.fromEntries([...(await operator.items()), ...inside].map(({ name, id }) => [name, id]))
    await textsRead(operator)
    const invited = (await operator.invite([READER])).json.payload as readonly { id: number }[]
    const session = await sessionOf(url, await mailbox.pinFor(READER.email))
    const page = await (await openBrowser({ session, viewport: { width: 1440, height: 900 } })).newPage()
    await page.goto('/')
    await expect(row(page, '재무제표.pdf')).toBeVisible()
    await use({ operator, page, readerId: invited[0]?.id ?? 0, ids })
  },
})

const box = (page: Page) => page.getByRole('searchbox', { name: '파일 이름과 문서 내용 검색' })
const section = (page: Page, name: '이름' | '문서 내용') => page.getByRole('region', { name, exact: true })
const title = (page: Page, q: string) => page.getByRole('heading', { level: 1, name: `'${q}' 검색 결과` })

async function seek(page: Page, q: string): Promise<void> {
  await box(page).fill(q)
  await box(page).press('Enter')
  await expect(title(page, q)).toBeVisible()
}

story(
  'names are found in the whole room, by parts and by initial consonants, with what was found marked [search-box]',
  async ({ searching: { page } }) => {
    await seek(page, '계약')
    const names = section(page, '이름')
    await expect(names.getByRole('listitem')).toHaveCount(2)
    await expect(names.getByRole('link', { name: CONTRACT }).locator('mark')).toHaveText('계약')
    await expect(names.getByRole('link', { name: '바탕화면 / 01 계약 폴더로 이동' })).toBeVisible()

    await box(page).fill('ㄱㅅ')
    await page.getByRole('button', { name: '검색', exact: true }).click()
    await expect(title(page, 'ㄱㅅ')).toBeVisible()
    await expect(names.getByRole('listitem')).toHaveCount(1)
    await expect(names.getByRole('link', { name: '각서.pdf' }).locator('mark')).toHaveText('각서')
    await names.getByRole('link', { name: '바탕화면 / 01 계약 / 이전 안 폴더로 이동' }).click()
    await expect(row(page, '각서.pdf')).toBeVisible()
    await expect(box(page)).toHaveValue('')
    await page.goBack()
    await expect(title(page, 'ㄱㅅ')).toBeVisible()
    await expect(box(page)).toHaveValue('ㄱㅅ')
  },
)

story(
  'a document is found by its text and opens on the page, with the words marked; to whom its text is not given no word of it is told',
  async ({ searching: { page, operator, readerId } }) => {
    await seek(page, '손해배상의 예정')
    const texts = section(page, '문서 내용')
    const hit = texts.getByRole('listitem').filter({ has: page.getByRole('link', { name: CONTRACT }) })
    const third = hit.getByRole('link', { name: '3쪽 2곳' })
    await expect(third).toBeVisible()
    await expect(texts).not.toContainText('손해')
    await expect(section(page, '이름').getByText('이름이 일치하는 항목이 없습니다.')).toBeVisible()

    await third.click()
    const panel = page.getByRole('region', { name: CONTRACT, exact: true })
    await expect(panel.getByRole('textbox', { name: '이동할 쪽 (전체 6쪽)' })).toHaveValue('3')
    await expect(panel.getByRole('searchbox')).toHaveValue('손해배상의 예정')
    await expect(panel.locator('.viewer-hit').first()).toBeVisible()
    await expect(page).toHaveURL(/[?&]q=.*doc=\d+.*page=3/)

    // Another page of a document that is open already.
    await seek(page, '손해배상')
    await hit.getByRole('link', { name: '4쪽' }).click()
    await expect(panel.getByRole('textbox', { name: '이동할 쪽 (전체 6쪽)' })).toHaveValue('4')
    // The same page once more, from elsewhere in the document.
    const at = panel.getByRole('textbox', { name: '이동할 쪽 (전체 6쪽)' })
    await at.fill('1')
    await at.press('Enter')
    await expect(page).toHaveURL(/[?&]page=1/)
    await hit.getByRole('link', { name: '4쪽' }).click()
    await expect(at).toHaveValue('4')
    await expect(page).toHaveURL(/[?&]page=4/)
    await page.reload()
    await expect(title(page, '손해배상')).toBeVisible()
    await expect(panel.getByRole('textbox', { name: '이동할 쪽 (전체 6쪽)' })).toHaveValue('4')
    await panel.getByRole('button', { name: '닫기', exact: true }).click()
    await expect(panel).toBeHidden()
    await expect(title(page, '손해배상')).toBeVisible()

    await operator.setRight(readerId, 'text', true)
    await page.reload()
    await expect(hit.getByText('손해배상의 예정액은 대금의 십분의 일로 한다.')).toBeVisible()
    await expect(hit.locator('.found-passage mark').first()).toHaveText('손해배상')
  },
)

story('nothing found is said, and clearing goes back to the folder [search-cleared]', async ({ searching: { page, ids } }) => {
  await page.goto(`/?folder=${ids['01 계약']}`)
  await expect(row(page, CONTRACT)).toBeVisible()
  await seek(page, '없는 낱말')
  await expect(page.getByText("'없는 낱말' 검색 결과가 없습니다.").and(page.locator('.state-text'))).toBeVisible()
  await page.locator('.state').getByRole('button', { name: '지우기' }).click()
  await expect(row(page, CONTRACT)).toBeVisible()
  await expect(box(page)).toHaveValue('')

  await seek(page, '각')
  await expect(page.getByText('문서 내용은 두 글자부터 찾습니다.')).toBeVisible()
  await box(page).fill('')
  await expect(row(page, CONTRACT)).toBeVisible()
  await expect(page).not.toHaveURL(/q=/)
})

story(
  'a hit on the last page of a short document is the page that opens, and who goes on meanwhile is not fetched back',
  async ({ searching: { page, operator } }) => {
    await operator.upload([['주주간 계약.pdf', await makeKoreanPdf(['전문', `맺음말${'\n'.repeat(20)}우선매수권`])]])
    await textsRead(operator)
    await seek(page, '우선매수권')
    const link = section(page, '문서 내용').getByRole('link', { name: '2쪽' })
    const panel = page.getByRole('region', { name: '주주간 계약.pdf', exact: true })
    const at = panel.getByRole('textbox', { name: '이동할 쪽 (전체 2쪽)' })
    await link.click()
    await expect(panel.locator('.viewer-hit').first()).toBeInViewport()
    await expect(at).toHaveValue('2')
    await expect(page).toHaveURL(/[?&]page=2/)

    // The server takes its time to tell where on the page the words stand.
    const release = await hold(page, /\/view\/[^/]+\/find/)
    await link.click()
    await at.fill('1')
    await at.press('Enter')
    await expect(page).toHaveURL(/[?&]page=1/)
    release()
    await expect(panel.getByRole('status').filter({ hasText: /^1 \/ 1$/ })).toBeVisible()
    await expect(at).toHaveValue('1')
    await at.press('Control+f')
    await panel.getByRole('searchbox').press('Enter')
    await expect(at).toHaveValue('2')
  },
)

story('a search needs the keyboard alone, and a link of it leads to it', async ({ searching: { page } }) => {
  await row(page, '재무제표.pdf').press('Control+f')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('손해배상')
  await page.keyboard.press('Enter')
  await expect(title(page, '손해배상')).toBeVisible()
  await expect(box(page)).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: '이름 0건, 문서 내용 1건을 찾았습니다.' })).toBeAttached()
  const name = section(page, '문서 내용').getByRole('link', { name: CONTRACT })
  await tabTo(page, name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: CONTRACT, exact: true })).toBeVisible()
  const link = page.url()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: CONTRACT, exact: true })).toBeHidden()
  await expect(focused(page)).toHaveText(CONTRACT)

  await page.goto('/about')
  await page.goto(link)
  await expect(title(page, '손해배상')).toBeVisible()
  await expect(page.getByRole('region', { name: CONTRACT, exact: true })).toBeVisible()
})

story(
  'what cannot be had is said and asked for again, and what is deleted is found no more',
  async ({ searching: { page, operator, ids }, strictness }) => {
    strictness.expectRefusals(/\/file\/search$/)
    await page.route('**/api/room/api/file/search', (route) =>
      route.fulfill({ status: 500, json: { status: 'EXCEPTION', payload: '', code: 'INTERNAL' } }),
    )
    await seek(page, '손해배상')
    await expect(section(page, '문서 내용').getByRole('alert')).toBeVisible()
    await page.unroute('**/api/room/api/file/search')
    await section(page, '문서 내용').getByRole('button', { name: '다시 시도' }).click()
    await expect(section(page, '문서 내용').getByRole('link', { name: CONTRACT })).toBeVisible()
    await operator.deleteItem(ids[CONTRACT] ?? 0)
    await expect(page.locator('.state-text')).toHaveText("'손해배상' 검색 결과가 없습니다.")
  },
)
