import {
  allSigned,
  choose,
  days,
  field,
  listed,
  log,
  NAME,
  open,
  option,
  rows,
  story,
  total,
} from '../support/history-room.ts'
import { expect } from '../support/server-fixture.ts'
import { tabTo } from '../support/steps.ts'

story(
  'the history lists who did what and when; its filter is kept in the address [history-told]',
  async ({ watched: { page, wire } }) => {
    await wire.makeFolder('01 계약')
    await page.goto('/admin/upload')
    await page.getByRole('link', { name: '활동 내역' }).click()
    await expect(page).toHaveURL(/\/admin\/history$/)
    await expect(page.getByRole('link', { name: '활동 내역' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expect(log(page).getByRole('columnheader')).toHaveText([
      '일시',
      '이름',
      '직책',
      '이메일',
      '활동',
      '증명',
    ])
    const folder = rows(page).filter({ hasText: '폴더 생성: 01 계약' })
    await expect(folder).toContainText(/\d{4}-\d\d-\d\d (오전|오후) \d\d:\d\d/)
    await expect(folder).toContainText('김운영')
    const opened = rows(page).last()
    await expect(opened).toContainText('시스템')
    await expect(opened).toContainText('데이터룸 개설: 시험 룸')
    await expect(opened, 'signed by now, or soon').toContainText('서명됨', { timeout: 20_000 })
    const all = (await listed(wire)).total

    await field(page, '사용자').click()
    const people = page.getByRole('listbox')
    await expect(people.getByRole('option')).toHaveText(['전체', '김운영', NAME])
    await expect(people.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    expect(
      await people.evaluate((list) => Number.parseFloat(getComputedStyle(list).maxHeight)),
    ).toBeCloseTo(11.9 * 16, 0)
    await option(page, NAME).click()
    await expect(page).toHaveURL(/\?user=\d+$/)
    await expect(rows(page).filter({ hasText: '김운영' })).toHaveCount(0)
    await expect(rows(page).first()).toContainText('과장')
    await choose(page, '종류', '로그인')
    await expect(page).toHaveURL(/type=login/)
    await expect(total(page, 2)).toBeVisible()
    await choose(page, '종류', '삭제')
    await expect(page.getByText('조건에 맞는 활동 내역이 없습니다.')).toBeVisible()
    await expect(total(page, 0)).toBeVisible()

    await page.reload()
    await expect(field(page, '종류')).toContainText('삭제')
    await expect(field(page, '사용자')).toContainText(NAME)
    await page.goBack()
    await expect(total(page, 2)).toBeVisible()
    await page.goBack()
    await expect(field(page, '종류')).toContainText('전체')
    await expect(page).not.toHaveURL(/type=/)
    await page.getByRole('button', { name: '조건 지우기' }).click()
    await expect(page).toHaveURL(/\/admin\/history$/)
    await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(all)
    await page.goto('/admin/history?user=0&type=gossip&from=yesterday')
    await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(all)
    await expect(field(page, '종류')).toContainText('전체')
  },
)

story('keys alone filter, choose a day, read on and save', async ({ watched: { page, wire } }) => {
  await allSigned(wire)
  await open(page)
  await tabTo(page, field(page, '사용자'))
  await page.keyboard.press('Enter')
  await expect(option(page, '전체')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(field(page, '사용자')).toBeFocused()
  await expect(field(page, '사용자')).toContainText(NAME)
  await expect(rows(page).filter({ hasText: '김운영' })).toHaveCount(0)
  await tabTo(page, page.getByRole('button', { name: '오늘', exact: true }))
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/from=/)
  await expect(page.getByRole('button', { name: '오늘', exact: true })).toBeFocused()
  await tabTo(page, log(page))
  await tabTo(page, days(page).getByRole('button').first())
  await expect(days(page).getByRole('button').first()).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/from=/)
  await tabTo(page, page.getByRole('button', { name: '목록 다운로드' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'HTML 문서' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.keyboard.press('Enter'),
  ])
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
  await expect(page.getByRole('button', { name: '목록 다운로드' })).toBeFocused()
})
