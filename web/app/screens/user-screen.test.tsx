import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { invite, newRoom, openApp } from '../../test/app.tsx'
import { furnishedRoom } from '../../test/furnished-room.ts'
import { focus, row } from '../../test/steps.ts'
import { clickDisabled, eventually, expectDrawn, textsOf } from '../../test/watching.ts'

const panel = (name: string) => page.getByRole('region', { name, exact: true })

test('a document opens next to the list, which stays in use: arrows move the preview [beside-list]', async () => {
  const { ids, reader } = await furnishedRoom()
  const app = await openApp(`/?folder=${ids['01 계약']}`, reader)
  await row('계약서 초안.pdf').getByRole('link').click()
  const first = panel('계약서 초안.pdf')
  await expectDrawn(1)
  const { width, right } = first.element().getBoundingClientRect()
  const place = page.getByRole('main').element().getBoundingClientRect().width
  expect(width / place).toBeGreaterThan(0.41)
  expect(width / place).toBeLessThan(0.43)
  expect(right).toBeCloseTo(1440, 0)
  await expect.element(first).toHaveTextContent('/ 3쪽')
  await expect.element(row('계약서 초안.pdf')).toHaveFocus()

  await commands.press('ArrowDown')
  await expect.element(panel('부속합의서.pdf')).toHaveTextContent('/ 30쪽')
  await expect.element(first).not.toBeInTheDocument()
  await eventually(app.address).toContain(`doc=${ids['01 계약/부속합의서.pdf']}`)
  await commands.press('ArrowUp')
  await expectDrawn(1)
  await expect.element(first).toHaveTextContent('/ 3쪽')

  // Passing a file with arrow keys must not log a view.
  await commands.watchRequests()
  await commands.press('ArrowDown')
  await commands.press('ArrowDown')
  await expect.element(panel('확인서.pdf')).toHaveTextContent('/ 2쪽')
  expect(
    (await commands.requestsSeen()).filter((request) => request.includes('/prepareFile/')),
  ).toHaveLength(1)

  await commands.press('Escape')
  await expect.element(panel('확인서.pdf')).not.toBeInTheDocument()
  await expect.element(row('확인서.pdf')).toHaveFocus()
  await eventually(app.address).toBe(`/?folder=${ids['01 계약']}`)
})

test('the menu of a row opens by its button, by right click and by key, and says why nothing can be downloaded [row-menu]', async () => {
  const { ids, reader } = await furnishedRoom()
  await commands.watchRequests()
  await openApp(`/?folder=${ids['01 계약']}`, reader)
  const file = row('계약서 초안.pdf')
  const menu = page.getByRole('menu')
  const blocked = menu.getByRole('menuitem', { name: '다운로드', exact: true })

  await file.getByRole('button', { name: '더 보기: 계약서 초안.pdf' }).click()
  await expect.element(menu.getByRole('menuitem', { name: '열기' })).toHaveFocus()
  await expect.element(blocked).toHaveTextContent('다운로드 권한이 없습니다.')
  await clickDisabled(blocked)
  await commands.press('Escape')
  await expect.element(menu).not.toBeInTheDocument()

  await file.click({ button: 'right', position: { x: 400, y: 10 } })
  await expect.element(menu).toBeVisible()
  await commands.press('Escape')
  await expect.element(menu).not.toBeInTheDocument()

  await focus(file)
  for (const key of ['ContextMenu', 'Shift+F10']) {
    await commands.press(key)
    await expect.element(menu).toBeVisible()
    await commands.press('Escape')
    await expect.element(menu).not.toBeInTheDocument()
    await expect.element(file).toHaveFocus()
  }

  await commands.press('ContextMenu')
  await focus(menu.getByRole('menuitem', { name: '열기' }))
  await commands.press('Enter')
  await expect.element(panel('계약서 초안.pdf')).toBeVisible()
  for (const [name, reason] of [
    ['인쇄', '인쇄 권한이 없습니다.'],
    ['다운로드', '다운로드 권한이 없습니다.'],
  ] as const) {
    const tool = panel('계약서 초안.pdf').getByRole('button', { name: `${name}: 계약서 초안.pdf` })
    await expect.element(tool).toHaveAccessibleDescription(reason)
    await clickDisabled(tool)
  }
  await row('01-01 이전 안')
    .getByRole('button', { name: /^더 보기/ })
    .click()
  await expect.element(menu).toBeVisible()
  expect(textsOf(menu.getByRole('menuitem'))).toEqual([
    '열기',
    expect.stringMatching(/^인쇄폴더는/),
    expect.stringMatching(/^다운로드다운로드 권한이/),
    '색인 다운로드',
    '즐겨찾기에 추가',
    '폴더 이름 복사',
  ])
  await commands.press('Escape')
  const asked = await commands.requestsSeen()
  expect(asked.length).toBeGreaterThan(0)
  expect(
    asked.filter((line) =>
      /^GET .*\/room\/api\/file\/(?!prepareFile|removeTempFile)[^/]+$/.test(line),
    ),
  ).toEqual([])
})

test('an empty room leads its operator to uploading, and nobody else', async () => {
  const { operator } = await newRoom()
  const guest = await invite(operator)
  await openApp('/', guest.client)
  await expect.element(page.getByText('아직 등록된 문서가 없습니다.')).toBeVisible()
  const way = page.getByRole('link', { name: '운영자 화면에서 업로드' })
  await expect.element(way).not.toBeInTheDocument()

  const app = await openApp('/', operator)
  await way.click()
  await expect.element(page.getByRole('heading', { name: '파일 업로드' })).toBeInTheDocument()
  expect(app.address()).toBe('/admin/upload')
})
