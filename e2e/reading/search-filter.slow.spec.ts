import type { Page } from '@playwright/test'
import { box, CONTRACT, section, seek, story, title } from '../support/searching-room.ts'
import { expect } from '../support/server-fixture.ts'
import { row } from '../support/steps.ts'

const bar = (page: Page) => page.getByRole('search', { name: '검색 조건' })
const field = (page: Page, label: string) =>
  bar(page).getByRole('button', { name: new RegExp(label) })

async function choose(page: Page, label: string, option: string): Promise<void> {
  await field(page, label).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

story(
  'results are confined by type, date and folder, by the keyboard alone, too, and stay so for who comes back to them',
  async ({ searching: { page } }) => {
    await seek(page, '계약')
    const names = section(page, '이름')
    await expect(names.getByRole('listitem')).toHaveCount(2)

    await choose(page, '종류', '폴더')
    await expect(names.getByRole('listitem')).toHaveCount(1)
    await expect(names.getByRole('link', { name: '01 계약', exact: true })).toBeVisible()

    await field(page, '종류').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(field(page, '종류')).toContainText('PDF')
    await expect(field(page, '종류')).toBeFocused()
    await expect(names.getByRole('listitem')).toHaveCount(1)
    await expect(names.getByRole('link', { name: CONTRACT })).toBeVisible()

    await choose(page, '위치', '01 계약')
    await choose(page, '위치', '01 계약 / 이전 안')
    await expect(page.locator('.state-text')).toHaveText("조건에 맞는 '계약' 검색 결과가 없습니다.")
    await choose(page, '위치', '01 계약')
    await expect(names.getByRole('listitem')).toHaveCount(1)

    await names.getByRole('link', { name: '바탕화면 / 01 계약 폴더로 이동' }).click()
    await expect(row(page, CONTRACT)).toBeVisible()
    await page.goBack()
    await expect(title(page, '계약')).toBeVisible()
    await expect(field(page, '종류')).toContainText('PDF')
    await expect(names.getByRole('listitem')).toHaveCount(1)

    await bar(page).getByRole('button', { name: '조건 지우기' }).click()
    await expect(names.getByRole('listitem')).toHaveCount(2)
    await expect(bar(page).getByRole('button', { name: '조건 지우기' })).toBeHidden()
  },
)

story(
  'conditions outlast a reload, the document that is opened, and the way back and forth; what no list offers confines nothing',
  async ({ searching: { page, ids } }) => {
    const names = section(page, '이름')
    const isConfined = async () => {
      await expect(title(page, '계약')).toBeVisible()
      await expect(field(page, '종류')).toContainText('PDF')
      await expect(field(page, '등록일')).toContainText('직접 지정')
      await expect(bar(page).getByLabel('시작일')).toHaveValue('2020-01-01')
      await expect(field(page, '위치')).toContainText('01 계약')
      await expect(names.getByRole('listitem')).toHaveCount(1)
      await expect(names.getByRole('link', { name: CONTRACT })).toBeVisible()
    }
    await seek(page, '계약')
    await choose(page, '종류', 'PDF')
    await choose(page, '등록일', '직접 지정')
    await bar(page).getByLabel('시작일').fill('2020-01-01')
    await choose(page, '위치', '01 계약')
    await isConfined()
    await page.reload()
    await isConfined()
    await names.getByRole('link', { name: CONTRACT }).click()
    const panel = page.getByRole('region', { name: CONTRACT, exact: true })
    await expect(panel).toBeVisible()
    await page.reload()
    await expect(panel).toBeVisible()
    await isConfined()
    await panel.getByRole('button', { name: '닫기', exact: true }).click()
    await expect(panel).toBeHidden()
    await isConfined()
    await names.getByRole('link', { name: '바탕화면 / 01 계약 폴더로 이동' }).click()
    await expect(row(page, CONTRACT)).toBeVisible()
    await expect(page).not.toHaveURL(/kind=|period=|from=|within=/)
    await page.goBack()
    await isConfined()
    await page.goto(`/?folder=${ids['01 계약']}`)
    await seek(page, '계약')
    await choose(page, '종류', '폴더')
    await choose(page, '등록일', '최근 7일')
    await expect(names.getByRole('listitem')).toHaveCount(1)
    await page.goBack()
    await expect(row(page, CONTRACT)).toBeVisible()
    await page.goForward()
    await expect(field(page, '종류')).toContainText('폴더')
    await expect(field(page, '등록일')).toContainText('최근 7일')
    await expect(names.getByRole('link', { name: '01 계약', exact: true })).toBeVisible()

    await page.goto('/?q=계약&kind=music&period=own&from=soon&to=2020-02-31&within=x')
    await expect(names.getByRole('listitem')).toHaveCount(2)
    await expect(field(page, '종류')).toContainText('전체')
    await expect(bar(page).getByLabel('시작일')).toHaveValue('')
    await page.goto('/?kind=folder')
    await expect(page).not.toHaveURL(/kind=/)
  },
)

story(
  'texts are confined as names are, to days of one’s own, too, and nothing is asked of a day half typed',
  async ({ searching: { page }, strictness }) => {
    await seek(page, '손해배상')
    const texts = section(page, '문서 내용')
    const hit = texts.getByRole('link', { name: CONTRACT })
    await expect(hit).toBeVisible()
    await choose(page, '등록일', '최근 7일')
    await expect(hit).toBeVisible()
    await choose(page, '등록일', '직접 지정')
    await bar(page).getByLabel('종료일').fill('2020-01-01')
    await expect(page.locator('.state-text')).toHaveText(
      "조건에 맞는 '손해배상' 검색 결과가 없습니다.",
    )
    await bar(page).getByLabel('종료일').fill('')
    await bar(page).getByLabel('시작일').fill('2020-01-01')
    await expect(hit).toBeVisible()
    strictness.expectRefusals(/\/file\/search$/)
    await page.route('**/file/search', (route) => route.abort())
    await choose(page, '종류', 'Excel')
    await expect(texts.getByRole('alert')).toBeVisible()
    await expect(bar(page)).toBeVisible()
    await page.unroute('**/file/search')
    await choose(page, '종류', '전체')
    await expect(hit).toBeVisible()
    await box(page).fill('재무')
    await box(page).press('Enter')
    await expect(title(page, '재무')).toBeVisible()
    await expect(bar(page).getByRole('button', { name: '조건 지우기' })).toBeHidden()
  },
)

story(
  'more than the first documents are counted behind them',
  async ({ searching: { page, operator, ids } }) => {
    for (let number = 1; number <= 22; number += 1)
      await operator.copyItem(ids[CONTRACT] ?? 0, `사본 ${number}.pdf`, 0)
    await seek(page, '손해배상')
    const texts = section(page, '문서 내용')
    await expect(texts.getByRole('heading', { name: '문서 내용 23건', exact: true })).toBeVisible()
    await expect(texts.getByRole('link', { name: /\.pdf$/ })).toHaveCount(20)
    await texts.getByRole('button', { name: '더 보기' }).click()
    await expect(texts.getByRole('link', { name: /\.pdf$/ })).toHaveCount(23)
  },
)
