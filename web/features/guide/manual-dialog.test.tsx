import { expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { openApp } from '../../test/app.tsx'
import '../../test/locating.ts'
import { cards, guide, manual, newcomers } from '../../test/newcomers.ts'
import { expectFocused, expectTexts, focus, texts } from '../../test/steps.ts'

const SECTIONS = [
  { name: '개요', tabs: [] },
  { name: '접속', tabs: ['접속', '인증'] },
  { name: '사용자', tabs: ['문서함', '문서 보기'] },
  { name: '운영자', tabs: ['대시보드', '업로드', '초대', '활동 내역'] },
]

const READING = [
  '3 미리보기 영역',
  '확대와 축소',
  '화면에 맞춤',
  '쪽 이동',
  '문서에서 찾기',
  '메일',
  '인쇄',
  '다운로드',
]

test('the manual has a main menu and four sections with their tabs, by keys alone [manual-menu]', async () => {
  const { reader } = await newcomers()
  await openApp('/', reader)
  const opens = guide().getByRole('button', { name: '사용 설명서' })
  await focus(opens)
  await commands.press('Enter')
  await expectFocused('사용 설명서')
  const parts = manual().getByRole('listitem')
  await expect.element(parts).toHaveLength(SECTIONS.length)
  expect(texts(parts)).toEqual(SECTIONS.map(({ name }) => expect.stringContaining(name)))
  await expect.element(manual()).toHaveTextContent('© 2024 Sealroom')
  for (const { name, tabs } of SECTIONS) {
    await focus(manual().getByRole('button', { name: new RegExp(`^${name}`) }))
    await commands.press('Enter')
    await expectFocused(new RegExp(`^사용 설명서: ${name}`))
    await expectTexts(manual().getByRole('tab'), tabs)
    if (name === '개요')
      await expect
        .element(manual())
        .toHaveTextContent(
          '1 폴더 영역에서 폴더를 고르고, 2 문서 영역에서 문서를 누르면, 3 미리보기 영역에 문서가 열립니다.',
        )
    for (const [at, tab] of tabs.entries()) {
      if (at === 0) await focus(manual().getByRole('tab').first())
      else await commands.press('ArrowRight')
      const terms = manual().getByRole('tabpanel', { name: tab, exact: true }).getByRole('term')
      await expect.element(terms.first()).toBeVisible()
      if (tab === '문서함') await expect.element(terms.filter({ hasText: '검색' })).toBeVisible()
      if (tab === '문서 보기') {
        const reported = texts(terms).filter((term) =>
          READING.some((wanted) => term.includes(wanted)),
        )
        expect(reported).toEqual(READING.map((wanted) => expect.stringContaining(wanted)))
      }
    }
    await expect.element(manual().getByCss('.manual-drawings svg').first()).toBeVisible()
    await focus(manual().getByRole('button', { name: '차례로 돌아가기' }))
    await commands.press('Enter')
    await expectFocused('사용 설명서')
  }
  await commands.press('Escape')
  await expect.element(manual()).not.toBeInTheDocument()
  await expect.element(opens).toHaveFocus()
  await expect.element(cards()).toHaveLength(1)
})
