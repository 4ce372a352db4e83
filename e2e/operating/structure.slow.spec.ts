import { axe } from '../support/axe.ts'
import { dialog, pathsOf, stand, story, toast, undo } from '../support/filled-room.ts'
import { expect } from '../support/server-fixture.ts'
import { row } from '../support/steps.ts'

const TITLE = '폴더 구조 만들기'
const file = (content: string, name = '목록.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
})

story(
  'folders are made from a template by keys alone, and taken back',
  async ({ operator: { page, client } }) => {
    const before = await pathsOf(client)
    await page.getByRole('button', { name: TITLE }).focus()
    await page.keyboard.press('Enter')
    await expect(
      dialog(page).getByText('템플릿을 선택하면 만들어질 폴더를 미리 보여 줍니다.'),
    ).toBeVisible()
    const create = dialog(page).getByRole('button', { name: /만들기$/ })
    await expect(create).toHaveAttribute('aria-disabled', 'true')
    await axe(page)
    await dialog(page)
      .getByRole('radio', { name: /^M&A 실사/ })
      .focus()
    await page.keyboard.press('Space')
    const tree = dialog(page).getByRole('region', { name: '만들어질 폴더' })
    await expect(tree.getByText('지배권 변동(Change of Control) 조항 계약')).toBeAttached()
    await expect(create).toHaveText(/^폴더 \d+개 만들기$/)
    await axe(page)
    expect(await pathsOf(client), 'looking makes nothing').toEqual(before)

    await dialog(page)
      .getByRole('checkbox', { name: /이름 앞에 순서/ })
      .focus()
    await page.keyboard.press('Space')
    await expect(tree.getByText('12 거래', { exact: true })).toBeAttached()
    await create.focus()
    await page.keyboard.press('Enter')
    await expect(toast(page, /폴더 \d+개를 만들었습니다/)).toBeVisible()
    await expect(row(page, '02 재무·회계')).toBeVisible()
    expect((await pathsOf(client)).length).toBeGreaterThan(before.length + 60)
    await undo(page, /폴더 \d+개를 만들었습니다/)
    await expect(toast(page, '되돌렸습니다.')).toBeVisible({ timeout: 60_000 })
    expect(await pathsOf(client)).toEqual(before)
  },
)

story(
  'a table is shown with its errors, then merged; the room is saved as a template and used elsewhere',
  async ({ operator }) => {
    const { page, client, ids } = operator
    const before = await pathsOf(client)
    await page.getByRole('button', { name: TITLE }).click()
    await dialog(page).getByRole('button', { name: '목록 파일' }).click()
    const input = dialog(page).locator('input[type=file]')
    await input.setInputFiles(file('단계,이름\n1,01 계약\n3,건너뜀\n'))
    await expect(dialog(page).getByRole('alert')).toContainText(
      '3행 건너뜀 바로 위 단계의 폴더가 앞에 없습니다.',
    )
    const create = dialog(page).getByRole('button', { name: /만들기$/ })
    await expect(create).toHaveAttribute('aria-disabled', 'true')
    await axe(page)

    await input.setInputFiles(
      file('단계,종류,이름\n1,폴더,01 계약\n2,폴더,이전 안\n2,폴더,새 안\n2,문서,메모.pdf\n'),
    )
    await expect(dialog(page).getByRole('status').filter({ hasText: '새 폴더' })).toHaveText(
      '새 폴더 1개 · 이미 있음 2건 · 받을 문서 1건',
    )
    await dialog(page)
      .getByRole('checkbox', { name: /문서 행을 받을 문서로/ })
      .uncheck()
    await expect(dialog(page).getByRole('status').filter({ hasText: '새 폴더' })).toHaveText(
      '새 폴더 1개 · 이미 있음 2건 · 문서 1행은 제외',
    )
    await create.click()
    await expect(toast(page, '폴더 1개를 만들었습니다.')).toBeVisible()
    expect(await pathsOf(client)).toEqual([...before, '01 계약/새 안'].sort())

    await page.getByRole('button', { name: TITLE }).click()
    await dialog(page).getByRole('button', { name: '지금 구조를 템플릿으로 저장…' }).click()
    await page.getByRole('textbox', { name: '템플릿 이름' }).fill('우리 구조')
    await page.keyboard.press('Enter')
    await expect(toast(page, "폴더 5개를 템플릿 '우리 구조'에 저장했습니다.")).toBeVisible()
    await expect(dialog(page).getByRole('radio', { name: /^우리 구조/ })).toBeVisible()
    await page.keyboard.press('Escape')

    await stand(page, '03 빈 폴더')
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: '폴더 구조 만들기…' }).click()
    await dialog(page)
      .getByRole('radio', { name: /^우리 구조/ })
      .check()
    await dialog(page).getByRole('button', { name: '폴더 5개 만들기' }).click()
    await expect(toast(page, '폴더 5개를 만들었습니다.')).toBeVisible()
    expect((await client.items(ids['03 빈 폴더'] ?? 0)).map(({ name }) => name)).toEqual([
      '01 계약',
      '02 재무',
      '03 빈 폴더',
    ])

    await page.getByRole('button', { name: TITLE }).click()
    await dialog(page).getByRole('button', { name: "템플릿 '우리 구조' 삭제" }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click()
    await expect(dialog(page).getByRole('radio', { name: /^우리 구조/ })).toHaveCount(0)
  },
)

story('an empty folder offers a structure', async ({ operator: { page, ids } }) => {
  await page.goto(`/admin/upload?folder=${ids['03 빈 폴더']}`)
  await expect(page.getByText('이 폴더는 비어 있습니다.')).toBeVisible()
  await page
    .getByRole('region', { name: '03 빈 폴더' })
    .getByRole('button', { name: TITLE })
    .click()
  await expect(dialog(page).getByText(/'03 빈 폴더'에 폴더를 한 번에/)).toBeVisible()
})
