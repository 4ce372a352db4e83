import { makeKoreanPdf } from '../../server/test/fixtures/make-korean-pdf.ts'
import { box, CONTRACT, section, seek, story, textsRead, title } from '../support/searching-room.ts'
import { expect } from '../support/server-fixture.ts'
import { focused, hold, row, tabTo } from '../support/steps.ts'

story(
  'a hit on the last page of a short document is the page that opens, and who goes on meanwhile is not fetched back',
  async ({ searching: { page, operator } }) => {
    await operator.upload([
      ['주주간 계약.pdf', await makeKoreanPdf(['전문', `맺음말${'\n'.repeat(20)}우선매수권`])],
    ])
    await textsRead(operator)
    await seek(page, '우선매수권')
    const link = section(page, '문서 내용').getByRole('link', { name: '2쪽' })
    const panel = page.getByRole('region', { name: '주주간 계약.pdf', exact: true })
    const at = panel.getByRole('textbox', { name: '이동할 쪽 (전체 2쪽)' })
    await link.click()
    await expect(panel.locator('.viewer-hit').first()).toBeInViewport()
    await expect(at).toHaveValue('2')
    await expect(page).toHaveURL(/[?&]page=2/)

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

story(
  'a search needs the keyboard alone, and a link of it leads to it',
  async ({ searching: { page } }) => {
    await row(page, '재무제표.pdf').press('Control+f')
    await expect(box(page)).toBeFocused()
    await page.keyboard.type('손해배상')
    await page.keyboard.press('Enter')
    await expect(title(page, '손해배상')).toBeVisible()
    await expect(box(page)).toBeFocused()
    await expect(
      page.getByRole('status').filter({ hasText: '이름 0건, 문서 내용 1건을 찾았습니다.' }),
    ).toBeAttached()
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
  },
)

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
