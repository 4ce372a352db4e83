import type { Page } from '@playwright/test'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { axe } from '../support/axe.ts'
import { dialog, menuItem, pathsOf, stand, story } from '../support/filled-room.ts'
import { expect } from '../support/server-fixture.ts'
import { row } from '../support/steps.ts'

const TITLE = '여러 파일의 새 버전 업로드'
const MENU = `${TITLE}…`

const pdf = (name: string, pages: number) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(makePdf(pages)),
})
const give = (page: Page, ...files: readonly ReturnType<typeof pdf>[]) =>
  dialog(page)
    .locator('input[type=file]')
    .setInputFiles([...files])
const pairs = (page: Page) =>
  dialog(page).getByRole('region', { name: '파일과 해당 문서' }).getByRole('listitem')
const target = (page: Page, name: string) =>
  dialog(page).getByRole('combobox', { name: `${name} 처리 방법`, exact: true })
const card = (page: Page) => page.getByRole('complementary', { name: '업로드 진행 상황' })

async function openFrom(page: Page, name: string): Promise<void> {
  await stand(page, name)
  await page.keyboard.press('Shift+F10')
  await menuItem(page, MENU).click()
  await expect(dialog(page).getByRole('heading', { name: TITLE })).toBeVisible()
}

story(
  'many files become new versions of the documents of their names, once that was seen',
  async ({ operator: { page, client, ids } }) => {
    const before = await pathsOf(client)
    await client.upload([['01 계약/이전 안/계약서.pdf', makePdf(1)]])
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/file/upload')) sent.push(request.url())
    })
    await openFrom(page, '01 계약')
    await give(
      page,
      pdf('1.2 부속합의서.pdf', 2),
      pdf('초안_v2.pdf', 3),
      pdf('계약서.pdf', 4),
      pdf('없는 것.pdf', 1),
    )
    await expect(pairs(page)).toHaveText([
      /부속합의서\.pdf.*같은 이름/,
      /초안_v2\.pdf.*문서를 확인/,
      /계약서\.pdf.*여러 개/,
      /없는 것\.pdf.*문서가 없/,
    ])
    await expect(target(page, '없는 것.pdf')).toHaveValue('leave')
    await axe(page)
    await dialog(page).getByRole('button', { name: '1개 업로드' }).click({ force: true })
    await expect(dialog(page)).toBeVisible()
    await target(page, '초안_v2.pdf').selectOption({ label: '01 계약 / 이전 안 / 초안.pdf' })
    await target(page, '계약서.pdf').selectOption({ label: '01 계약 / 계약서.pdf' })
    await dialog(page)
      .getByRole('checkbox', { name: '일치하는 문서가 없는 파일은 새 문서로 업로드' })
      .check()
    await expect(dialog(page).getByRole('status')).toHaveText(
      '새 버전 3개 · 새 문서 1개 · 제외 0개',
    )
    expect(sent, 'nothing leaves before it is confirmed').toEqual([])
    await dialog(page).getByRole('button', { name: '4개 업로드' }).click()
    await expect(card(page)).toContainText('4개를 업로드했습니다.')
    const numbers = async (path: string) =>
      ((await client.versions(ids[path] ?? 0)).json.payload as { number: number }[]).map(
        ({ number }) => number,
      )
    for (const path of ['01 계약/부속합의서.pdf', '01 계약/이전 안/초안.pdf', '01 계약/계약서.pdf'])
      expect(await numbers(path), path).toEqual([2, 1])
    expect(await pathsOf(client)).toEqual(
      [...before, '01 계약/이전 안/계약서.pdf', '01 계약/없는 것.pdf'].sort(),
    )
    const other = (await client.items(ids['01 계약/이전 안'] ?? 0)).find(
      ({ name }) => name === '계약서.pdf',
    )
    expect(
      ((await client.versions(other?.id ?? 0)).json.payload as object[]).length,
      'the other one of that name stays',
    ).toBe(1)
  },
)

story(
  'a selection limits what is looked for, an unchanged file is left out, and closing sends nothing',
  async ({ operator: { page, client, ids } }) => {
    const before = await pathsOf(client)
    await row(page, '안내문.pdf').click({ modifiers: ['ControlOrMeta'] })
    await row(page, '확인서.pdf').click({ modifiers: ['ControlOrMeta'] })
    await openFrom(page, '확인서.pdf')
    await give(page, pdf('안내문.pdf', 1), pdf('재무제표.pdf', 2), pdf('확인서.pdf', 2))
    await expect(pairs(page)).toHaveText([
      /안내문\.pdf.*변경 없음/,
      /재무제표\.pdf.*문서가 없/,
      /확인서\.pdf.*같은 이름/,
    ])
    await expect(target(page, '안내문.pdf')).toHaveValue('leave')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await openFrom(page, '02 재무')
    await expect(dialog(page).getByRole('button', { name: '업로드', exact: true })).toBeVisible()
    await give(page, pdf('재무제표.pdf', 2))
    await dialog(page).getByRole('button', { name: '1개 업로드' }).click()
    await expect(card(page)).toContainText('업로드했습니다.')
    expect(
      ((await client.versions(ids['02 재무/재무제표.pdf'] ?? 0)).json.payload as object[]).length,
    ).toBe(2)
    for (const path of ['안내문.pdf', '확인서.pdf'])
      expect(((await client.versions(ids[path] ?? 0)).json.payload as object[]).length, path).toBe(
        1,
      )
    expect(await pathsOf(client)).toEqual(before)
  },
)
