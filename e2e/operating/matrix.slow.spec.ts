import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readXlsx, type WriteSheet, writeXlsx } from 'hucre/xlsx'
import type { WireClient } from '../../server/test/harness/wire-client.ts'
import { dialog, menuItem, newGroup, story, toast, undo } from '../support/filled-room.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { expect } from '../support/server-fixture.ts'
import { row } from '../support/steps.ts'

const SAVED = '권한을 저장했습니다.'

/** Own grants are `group item level`. */
async function grantsOf(client: WireClient): Promise<string[]> {
  const { json } = await client.call('GET', `/room/api/grant/list/${client.me.roomId}`)
  const grants = json.payload as readonly {
    readonly groupId: number
    readonly itemId: number
    readonly level: string
  }[]
  return grants
    .filter(({ itemId }) => itemId !== 0)
    .map(({ groupId, itemId, level }) => `${groupId} ${itemId} ${level}`)
}

const grid = (page: Page) => page.getByRole('treegrid', { name: '폴더와 문서의 그룹별 권한' })
const line = (page: Page, name: string) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })
const cell = (page: Page, name: string, column: number) =>
  line(page, name)
    .getByRole('gridcell')
    .and(page.locator(`[data-column="${column}"]`))
const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

async function openMatrix(page: Page): Promise<void> {
  await page.getByRole('link', { name: '권한', exact: true }).click()
  await expect(page.getByRole('heading', { name: '권한', exact: true })).toBeVisible()
  await expect(cell(page, '01 계약', 1)).toContainText('다운로드')
}

story(
  'rights are set in the table by keys alone, reviewed, saved at once, and undone',
  async ({ operator: { page, client, ids }, openBrowser, url, mailbox }) => {
    const advisers = await newGroup(client, '자문단', 'view')
    const email = 'adviser@matrix.example'
    const { json } = await client.invite([{ name: '이참여', email }])
    const [invited] = json.payload as readonly { readonly id: number }[]
    await client.call('POST', '/room/api/group/members', {
      body: { id: advisers, roomId: client.me.roomId, managementIds: [invited?.id ?? 0] },
    })
    const session = await sessionOf(url, await mailbox.pinFor(email))
    const reader = await (
      await openBrowser({ session, viewport: { width: 1440, height: 900 } })
    ).newPage()
    await reader.goto('/')
    await expect(row(reader, '01 계약')).toBeVisible()

    await openMatrix(page)
    await expect(cell(page, '01 계약', 2)).toContainText('열람')
    await grid(page).focus()
    await press(page, 'ArrowDown', 'ArrowLeft', 'ArrowRight')
    await expect(line(page, '이전 안')).toBeVisible()
    await press(page, 'ArrowLeft')
    await expect(line(page, '이전 안')).toHaveCount(0)
    await press(page, 'Enter', 'End', 'Shift+ArrowDown', '0')
    await expect(page.getByText('저장하지 않은 변경 2개')).toBeVisible()
    await expect(cell(page, '01 계약', 2)).toContainText('보이지 않음')
    await expect(cell(page, '계약서.pdf', 2)).toContainText('보이지 않음')
    await press(page, 'Control+z')
    await expect(page.getByText(/저장하지 않은 변경/)).toHaveCount(0)
    await press(page, 'ArrowUp', '0')
    await expect(page.getByText('저장하지 않은 변경 1개')).toBeVisible()
    expect(await grantsOf(client)).toEqual([])
    await expect(row(reader, '01 계약')).toBeVisible()

    await page.getByRole('link', { name: '사용자 초대' }).click()
    await page.getByRole('link', { name: '권한', exact: true }).click()
    await page.getByRole('button', { name: '확인 후 저장' }).click()
    await expect(dialog(page)).toContainText('권한 변경 1개')
    await expect(dialog(page)).toContainText("'자문단' 그룹에 보이지 않게 됩니다.")
    await dialog(page).getByRole('button', { name: '저장', exact: true }).click()
    await expect(toast(page, SAVED)).toBeVisible()
    await expect(row(reader, '01 계약')).toHaveCount(0, { timeout: 1_000 })
    expect(await grantsOf(client)).toEqual([`${advisers} ${ids['01 계약']} none`])
    await undo(page, SAVED)
    await expect(row(reader, '01 계약')).toBeVisible({ timeout: 2_000 })
    expect(await grantsOf(client)).toEqual([])
  },
)

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Check !' })

async function applyByKeys(page: Page): Promise<void> {
  const apply = dialog(page).getByRole('button', { name: '적용' })
  await apply.focus()
  for (const key of ['Enter', 'Escape']) {
    await press(page, 'Enter')
    await expect(question(page)).toContainText(
      '일치하지 않는 내용 1개를 제외하고 나머지를 적용하시겠습니까?',
    )
    await expect(question(page)).toContainText('권한 2개가 바뀝니다.')
    await expect(question(page).getByRole('button', { name: '취소' })).toBeFocused()
    await press(page, key)
    await expect(question(page)).toHaveCount(0)
    await expect(apply).toBeFocused()
  }
}

story(
  'the table goes to a spreadsheet and back, and its filters find what was set',
  async ({ operator: { page, client, ids }, strictness }) => {
    strictness.expectRefusals(/\/room\/api\/grant\/matrix\/\d+$/)
    const advisers = await newGroup(client, '자문단', 'view')
    const brief = await client.newFolder('03 임시')
    await openMatrix(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Excel로 내보내기' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^권한표 .*\.xlsx$/)
    const { sheets } = await readXlsx(new Uint8Array(await readFile(await download.path())))
    const rows = sheets[0]?.rows ?? []
    const finance = rows.find(([, path]) => path === '02 재무')
    if (!finance) throw new Error('no row of the folder')
    finance[3] = '인쇄'
    const short = rows.find(([, path]) => path === '03 임시')
    if (!short) throw new Error('no row of the other folder')
    short[3] = '인쇄'
    rows.push(['', '없는 폴더', '', '열람'])
    const buffer = Buffer.from(await writeXlsx({ sheets: sheets as unknown as WriteSheet[] }))
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'rights.xlsx', mimeType: 'application/octet-stream', buffer })
    await expect(dialog(page)).toContainText('02 재무')
    await expect(dialog(page)).toContainText("'없는 폴더' 항목이 없습니다.")
    expect(await grantsOf(client)).toEqual([])
    await applyByKeys(page)
    expect(await grantsOf(client)).toEqual([])
    await client.deleteItem(brief)
    await press(page, 'Enter')
    await expect(question(page)).toBeVisible()
    await press(page, 'Tab', 'Enter')
    const notice = dialog(page).getByRole('alert')
    await expect(notice).toContainText(
      '미리 확인한 내용과 달라졌으므로 아무것도 바꾸지 않았습니다.',
    )
    await expect(notice).toContainText('바뀌는 권한: 2개 → 1개. 일치하지 않는 내용: 1개 → 2개.')
    expect(await grantsOf(client)).toEqual([])
    await dialog(page).getByRole('button', { name: '적용' }).focus()
    await press(page, 'Enter')
    await expect(question(page)).toContainText(
      '일치하지 않는 내용 2개를 제외하고 나머지를 적용하시겠습니까?',
    )
    await press(page, 'Tab', 'Enter')
    await expect(toast(page, '권한 1개를 바꾸었습니다.')).toBeVisible()
    expect(await grantsOf(client)).toEqual([`${advisers} ${ids['02 재무']} print`])

    await page.getByRole('button', { name: '지난 권한 내보내기…' }).click()
    const day = dialog(page).getByLabel('기준일')
    await day.fill('2199-01-01')
    await dialog(page).getByRole('button', { name: '내보내기', exact: true }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('오늘 또는 지난 날짜를 선택해 주세요.')
    await day.fill('2026-01-05')
    const [past] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(past.suggestedFilename()).toMatch(/^권한표 .* 2026-01-05\.xlsx$/)
    const then = await readXlsx(new Uint8Array(await readFile(await past.path())))
    expect(then.sheets.map(({ name }) => name)).toEqual(['권한 2026-01-05 23.59', '그룹', '사용자'])
    await expect(dialog(page)).toHaveCount(0)

    await page.getByRole('checkbox', { name: '직접 지정한 항목만' }).check()
    await expect(line(page, '02 재무')).toBeVisible()
    await expect(line(page, '01 계약')).toHaveCount(0)
    await expect(cell(page, '02 재무', 2)).toContainText('인쇄')
    await page.getByRole('checkbox', { name: '직접 지정한 항목만' }).uncheck()
    await page.getByRole('searchbox', { name: '폴더·문서 이름 검색' }).fill('초안')
    await expect(line(page, '초안.pdf')).toContainText('01 계약 / 이전 안')
    await page.getByRole('searchbox', { name: '폴더·문서 이름 검색' }).fill('아무것도 아님')
    await expect(page.getByText('이름이 일치하는 폴더나 문서가 없습니다.')).toBeVisible()
  },
)

story(
  'an operator sees the room as a group does, without its times, and comes back to the groups',
  async ({ operator: { page, client, ids } }) => {
    const bidders = await newGroup(client, '인수인 A', 'none')
    const { roomId } = client.me
    const changes = [{ groupId: bidders, itemId: ids['02 재무'], level: 'view' }]
    await client.call('POST', '/room/api/grant', { body: { roomId, changes } })
    await client.call('POST', '/room/api/group/update', {
      body: { id: bidders, roomId, from: '2099-01-01T00:00:00.000Z' },
    })
    await page.goto('/admin/invitation')
    await page.getByRole('button', { name: '그룹 관리' }).click()
    await dialog(page).getByRole('button', { name: '인수인 A 그룹 작업' }).click()
    await menuItem(page, '이 그룹으로 보기').click()
    const bar = page.getByRole('region', { name: '다른 사용자로 보는 중' })
    await expect(bar).toContainText('인수인 A 그룹의 화면을 보는 중')
    await expect(bar).toContainText('이용 기간 2099-01-01부터')
    await expect(row(page, '02 재무')).toBeVisible()
    await expect(row(page, '01 계약')).toHaveCount(0)
    await expect(page.getByText('안내문.pdf')).toHaveCount(0)
    await bar.getByRole('button', { name: '보기 종료' }).click()
    await expect(page.getByRole('button', { name: '그룹 관리' })).toBeFocused()
  },
)
