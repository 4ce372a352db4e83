import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { drawn, NAME, newAuthor, openCompose, travel } from '../../test/compose.tsx'
import { boxOf, expectCount } from '../../test/locating.ts'

const menu = () => page.getByRole('complementary', { name: '전자서명 메뉴' })
const preview = () => page.getByRole('complementary', { name: `${NAME} 미리보기` })
const choose = () => menu().getByRole('button', { name: NAME }).click()

test('the menu is 30rem wide, and a preview of 42 % next to the work comes with a document and goes with the address [compose-layout]', async () => {
  const { draft, wire } = await newAuthor()
  await draft()
  await openCompose('/compose', wire)
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  await expect.element(menu()).toBeVisible()
  expect(boxOf(menu()).width / rem).toBe(30)
  await expect
    .element(page.getByRole('banner').getByRole('button', { name: '전자서명' }))
    .toBeVisible()
  await expect
    .element(page.getByRole('contentinfo'))
    .toHaveTextContent('서명이 끝난 문서는 봉인되어 보관됩니다.')
  await expect
    .element(page.getByRole('main'))
    .toHaveTextContent('문서를 선택하거나 PDF를 업로드해 주세요.')
  await expectCount(preview(), 0)

  await choose()
  await expect.element(page.getByRole('heading', { name: NAME })).toBeVisible()
  await expect.element(preview()).toBeVisible()
  const { x, width } = boxOf(preview())
  expect((100 * width) / 1440).toBeCloseTo(42, 1)
  expect(x + width).toBeCloseTo(1440, 0)
  await travel('back')
  expect(location.href).toMatch(/\/compose$/)
  await expectCount(preview(), 0)
  await travel('forward')
  await expect.element(page.getByRole('heading', { name: NAME })).toBeVisible()
  await expectCount(preview(), 0)

  await choose()
  await preview().getByRole('button', { name: '미리보기 닫기' }).click()
  await expectCount(preview(), 0)
  await expect.element(page.getByRole('heading', { name: NAME })).toBeVisible()

  await page.viewport(900, 900)
  await expectCount(menu(), 0)
  await page.getByRole('button', { name: '메뉴 열기' }).click()
  await page
    .getByRole('dialog', { name: '전자서명 메뉴' })
    .getByRole('button', { name: NAME })
    .click()
  await expect.element(preview()).toBeVisible()
  const [over, work] = [boxOf(preview()), boxOf(page.getByRole('main'))]
  expect(over.x + over.width).toBe(900)
  expect(over.x).toBeLessThan(work.x + work.width)
})

test('the preview shows the pages of the chosen document, leads to them by dots, and goes with the address [compose-full-screen]', async () => {
  const { draft, wire } = await newAuthor()
  await draft()
  await openCompose('/compose', wire)
  await page.getByRole('region', { name: '서명 문서' }).getByRole('button', { name: NAME }).click()
  await expect.element(preview().getByCss('.page-canvas[data-drawn]').first()).toBeVisible()
  const dot = preview().getByRole('button', { name: '3쪽' })
  await dot.click()
  await expect.element(dot).toHaveAttribute('aria-current', 'page')
  await preview().getByRole('button', { name: '전체 화면' }).click()
  await expect.element(page.getByCss('.editor')).toHaveAttribute('data-status', 'PENDING')
  await expect.element(page.getByText('대기 중', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '편집 닫기' }).click()
  await expect.element(page.getByRole('heading', { name: NAME })).toBeVisible()
  await expectCount(preview(), 0)
})

test('a locked PDF asks for its password, says of a wrong one that it is wrong, and can be composed with the right one [compose-locked]', async () => {
  const { wire } = await newAuthor()
  await openCompose('/compose', wire)
  const bytes = Uint8Array.from(atob(await commands.makeLockedPdf('open sesame')), (letter) =>
    letter.charCodeAt(0),
  )
  await page
    .getByLabelText('PDF 업로드', { exact: true })
    .and(page.getByCss('input'))
    .first()
    .upload(new File([bytes], '잠김.pdf', { type: 'application/pdf' }))
  await page.getByRole('button', { name: '업로드', exact: true }).click()
  const password = page.getByLabelText('이 PDF 파일을 열려면 비밀번호를 입력해 주세요.')
  await password.fill('wrong')
  await page.getByRole('button', { name: '업로드', exact: true }).click()
  await expect
    .element(page.getByText('비밀번호가 올바르지 않습니다. 다시 입력해 주세요.'))
    .toBeVisible()
  await password.fill('open sesame')
  await page.getByRole('button', { name: '업로드', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: '잠김.pdf' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: '입력란 놓기' }).click()
  await expect.element(drawn()).toBeVisible()
})
