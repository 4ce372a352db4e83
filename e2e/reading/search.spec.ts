import { box, CONTRACT, section, seek, story, title } from '../support/searching-room.ts'
import { expect } from '../support/server-fixture.ts'
import { row } from '../support/steps.ts'

story(
  'names are found in the whole room, by parts and by initial consonants, with what was found marked [search-box]',
  async ({ searching: { page } }) => {
    await box(page).fill('계약')
    await box(page).press('Enter')
    await expect(title(page, '계약')).toBeVisible()
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
  'a document is found by its text and opens on the page, with the words marked; a reader without the right to text sees no word of it',
  async ({ searching: { page, operator, readerId } }) => {
    await seek(page, '손해배상의 예정')
    const texts = section(page, '문서 내용')
    const hit = texts
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: CONTRACT }) })
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

    await seek(page, '손해배상')
    await hit.getByRole('link', { name: '4쪽' }).click()
    await expect(panel.getByRole('textbox', { name: '이동할 쪽 (전체 6쪽)' })).toHaveValue('4')
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

story(
  'nothing found is said, and clearing goes back to the folder [search-cleared]',
  async ({ searching: { page, ids } }) => {
    await page.goto(`/?folder=${ids['01 계약']}`)
    await expect(row(page, CONTRACT)).toBeVisible()
    await seek(page, '없는 낱말')
    await expect(
      page.getByText("'없는 낱말' 검색 결과가 없습니다.").and(page.locator('.state-text')),
    ).toBeVisible()
    await page.locator('.state').getByRole('button', { name: '지우기' }).click()
    await expect(row(page, CONTRACT)).toBeVisible()
    await expect(box(page)).toHaveValue('')

    await seek(page, '각')
    await expect(page.getByText('문서 내용은 두 글자부터 찾습니다.')).toBeVisible()
    await box(page).fill('')
    await expect(row(page, CONTRACT)).toBeVisible()
    await expect(page).not.toHaveURL(/q=/)
  },
)
