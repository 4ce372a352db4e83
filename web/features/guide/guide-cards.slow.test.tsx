import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { newRoom, openApp, recordCalls } from '../../test/app.tsx'
import '../../test/locating.ts'
import {
  beforeTheGate,
  cards,
  closeCard,
  guide,
  guideButton,
  manual,
  newcomers,
  titles,
  visit,
} from '../../test/newcomers.ts'
import { answer, expectTexts, focus, row } from '../../test/steps.ts'

test('the guide button brings a closed guide back with the focus in it; Escape gives the focus back and leaves the document open [guide-button]', async () => {
  const { reader } = await newcomers()
  const app = await openApp('/', reader)
  await closeCard('문서 보기')
  await row('안내문.pdf').getByRole('link').click()
  await expect.element(page.getByRole('img', { name: '1쪽', exact: true }).first()).toBeVisible()

  const calls = recordCalls()
  await focus(guideButton())
  await commands.press('Enter')
  await expect.element(cards()).toHaveFocus()
  await expect.element(cards()).toHaveAccessibleName('문서 보기')
  await commands.press('Escape')
  await expect.element(guide()).not.toBeInTheDocument()
  await expect.element(guideButton()).toHaveFocus()
  expect(app.address()).toMatch(/doc=/)
  expect(calls.filter(({ call }) => call.endsWith('/room/api/room/guides/close'))).toEqual([])
  await visit('/', reader)
  await expect.element(row('안내문.pdf')).toBeVisible()
  await expect.element(guide()).not.toBeInTheDocument()
})

test('readers are never shown what operators are guided by', async () => {
  const { reader } = await newcomers()
  await openApp('/admin/upload', reader)
  await answer()
  await expectTexts(titles(), ['문서 보기'])
  await guideButton().click()
  await expectTexts(titles(), ['문서 보기'])
  for (const text of ['정리와 설정', '시작하기'])
    await expect.element(page.getByText(text)).not.toBeInTheDocument()
})

test('the upload guide has two cards of its own, and stays until both are closed [guide-upload]', async () => {
  const { operator } = await newcomers()
  await openApp('/admin/upload', operator)
  await expectTexts(titles(), ['파일 업로드', '정리와 설정'])
  await closeCard('파일 업로드')
  await expectTexts(titles(), ['정리와 설정'])
  await expect.element(cards()).toHaveFocus()
  await visit('/admin/upload', operator)
  await expectTexts(titles(), ['정리와 설정'])
  await closeCard('정리와 설정')
  await expect.element(guide()).not.toBeInTheDocument()
  await visit('/admin/upload', operator)
  await expect.element(row('안내문.pdf')).toBeVisible()
  await expect.element(guide()).not.toBeInTheDocument()

  await guideButton().click()
  await expectTexts(titles(), ['파일 업로드', '정리와 설정'])
  await expect.element(cards().first()).toHaveFocus()
  await commands.press('Escape')
  await expectTexts(titles(), ['정리와 설정'])
  await commands.press('Escape')
  await expect.element(guideButton()).toHaveFocus()
  await expect.element(guide()).not.toBeInTheDocument()
})

test('each screen has its own guide, and where there is none the button opens the manual [guide-numbers]', async () => {
  const { operator } = await newcomers()
  await openApp('/admin/invitation', operator)
  await expectTexts(titles(), ['사용자 초대'])
  const to = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click()
  await to('활동 내역')
  await expectTexts(titles(), ['활동 내역'])

  await to('대시보드')
  await expect.element(page.getByRole('heading', { name: '시작하기' })).toBeVisible()
  await expect.element(guide()).not.toBeInTheDocument()
  await guideButton().click()
  await expectTexts(titles(), ['활동 내역'])

  await to('휴지통')
  await expect.element(page.getByRole('heading', { name: '휴지통', level: 1 })).toBeVisible()
  await expect.element(guide()).not.toBeInTheDocument()
  await guideButton().click()
  await expectTexts(manual().getByRole('tab', { selected: true }), ['업로드'])
  await commands.press('Escape')
  await expect.element(guideButton()).toHaveFocus()
})

test('at the gate no guide of the screens behind it shows, and the manual explains the code', async () => {
  const room = await newcomers()
  await openApp('/admin/upload', await beforeTheGate(room))
  const code = page.getByRole('textbox', { name: '운영자 코드' })
  await expect.element(code).toBeVisible()
  await guideButton().click()
  await expectTexts(manual().getByRole('tab', { selected: true }), ['인증'])
  await expect.element(guide()).not.toBeInTheDocument()
  await commands.press('Escape')
  await code.fill(room.code)
  await commands.press('Enter')
  await expectTexts(titles(), ['파일 업로드', '정리와 설정'])
})

test('on a phone the guide is one line below the list until somebody reads it, and covers nothing', async () => {
  const { reader } = await newcomers()
  await page.viewport(390, 844)
  await openApp('/', reader)
  await expect.element(cards()).toBeVisible()
  const box = () => guide().element().getBoundingClientRect()
  const listEnd = () => page.getByCss('.row-grid').element().getBoundingClientRect().bottom
  const steps = guide().getByRole('list')
  await expect.element(steps).not.toBeInTheDocument()
  expect(box().x).toBe(0)
  expect(box().width).toBe(390)
  expect(box().bottom).toBeCloseTo(844, 0)
  expect(box().height).toBeLessThanOrEqual(56)
  expect(listEnd()).toBeLessThanOrEqual(box().top)

  const title = guide().getByRole('button', { name: '문서 보기', exact: true })
  await title.click()
  await expect.element(title).toHaveAttribute('aria-expanded', 'true')
  await expect.element(steps).toBeVisible()
  expect(box().height).toBeLessThanOrEqual(844 / 2)
  expect(listEnd()).toBeLessThanOrEqual(box().top)

  await row('안내문.pdf').getByRole('link').click()
  await expect.element(page.getByRole('img', { name: '1쪽', exact: true }).first()).toBeVisible()
  await expect.poll(() => guide().query()?.checkVisibility() ?? false).toBe(false)
  await commands.press('Escape')
  await expect.element(cards()).toBeVisible()
  await closeCard('문서 보기')
  await expect.element(guide()).not.toBeInTheDocument()
})

test('of the cards of a guide one is unfolded at a time, and the next one when that is closed', async () => {
  const { operator } = await newcomers()
  await openApp('/admin/upload', operator)
  const title = (name: string) => guide().getByRole('button', { name, exact: true })
  await expect.element(title('파일 업로드')).toHaveAttribute('aria-expanded', 'true')
  await title('정리와 설정').click()
  await expect.element(title('정리와 설정')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(title('파일 업로드')).toHaveAttribute('aria-expanded', 'false')
  await closeCard('정리와 설정')
  await expect.element(title('파일 업로드')).toHaveAttribute('aria-expanded', 'true')
  await title('파일 업로드').click()
  await expect.element(guide().getByRole('list')).not.toBeInTheDocument()
})

test('the menu of operators is in the same place on each screen and complete, with any guide', async () => {
  const { operator } = await newcomers()
  await openApp('/admin/dashboard', operator)
  const menu = page.getByRole('navigation', { name: '운영자 메뉴' })
  const topOf = () => menu.getByRole('link').first().element().getBoundingClientRect().top
  await expect.element(page.getByRole('heading', { name: '시작하기' })).toBeVisible()
  const top = topOf()
  for (const [name, title] of [
    ['파일 업로드', '파일 업로드'],
    ['사용자 초대', '사용자 초대'],
    ['활동 내역', '활동 내역'],
  ] as const) {
    await menu.getByRole('link', { name }).click()
    await expect.element(guide().getByRole('heading', { name: title })).toBeVisible()
    expect(topOf(), name).toBe(top)
    const { bottom } = menu.element().getBoundingClientRect()
    expect(bottom, name).toBeLessThanOrEqual(guide().element().getBoundingClientRect().top)
    const side = page.getByCss('.side-body').element()
    expect(side.scrollHeight, name).toBe(side.clientHeight)
  }
})

test('while viewing as another person no guide opens by itself, and none is closed for that person', async () => {
  const { operator, reader } = await newcomers()
  await openApp('/admin/invitation', operator)
  await closeCard('사용자 초대')
  const calls = recordCalls()
  await page.getByRole('button', { name: '이참여0 작업' }).click()
  await page.getByRole('menuitem', { name: '이 사용자로 보기' }).click()
  await expect.element(page.getByText('이참여0 님의 화면을 보는 중').first()).toBeVisible()
  await expect.element(row('안내문.pdf')).toBeVisible()
  await expect.element(guide()).not.toBeInTheDocument()
  await guideButton().click()
  await expectTexts(titles(), ['문서 보기'])
  await commands.press('Escape')
  await expect.element(guide()).not.toBeInTheDocument()
  expect(calls.filter(({ call }) => call.includes('/room/guides'))).toEqual([])
  await openApp('/', reader)
  await expectTexts(titles(), ['문서 보기'])
})

test('people who closed everything are in the way of nothing', async () => {
  const { operator } = await newRoom()
  for (const path of ['/', '/admin/upload', '/admin/invitation', '/admin/history']) {
    await visit(path, operator)
    await expect.element(guideButton()).toBeVisible()
    await expect.element(guide(), { message: path }).not.toBeInTheDocument()
  }
  await openApp('/admin/dashboard', operator)
  await expect.element(page.getByRole('heading', { name: '대시보드', level: 1 })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: '시작하기' })).not.toBeInTheDocument()
})
