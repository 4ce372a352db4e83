import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { historyExport } from '../../contract/proof/history-export.ts'
import { sessionOf } from '../support/furnished-room.ts'
import {
  allSigned,
  LIST,
  listed,
  NAME,
  open,
  option,
  rows,
  story,
} from '../support/history-room.ts'
import { expect } from '../support/server-fixture.ts'
import { account, answer, focused, message } from '../support/steps.ts'

const EXPORT = '**/room/api/room/roomActivity/export/*'

export const textOf = async (download: Download): Promise<string> =>
  readFile(await download.path(), 'utf8')

const watchRevocations = (page: Page) =>
  page.addInitScript(() => {
    const [wait, revoke] = [window.setTimeout, URL.revokeObjectURL]
    let waited = 0
    Object.assign(window, {
      revoked: [],
      setTimeout: (work: () => void, ms: number) =>
        wait(() => {
          waited = ms
          work()
          waited = 0
        }, ms),
    })
    URL.revokeObjectURL = (url) => {
      Reflect.get(window, 'revoked').push(waited)
      revoke(url)
    }
  })

story(
  'the filtered list is downloaded as a page, a table and with proofs, by menu and by event [history-saved]',
  async ({ watched }) => {
    const { page } = watched
    await watchRevocations(page)
    await open(page, '?type=invite')
    const shown = await rows(page).count()
    const saved = async (press: () => Promise<unknown>): Promise<Download> => {
      const [download] = await Promise.all([page.waitForEvent('download'), press()])
      return download
    }
    const byMenu = (name: string) =>
      saved(async () => {
        await page.getByRole('button', { name: '목록 다운로드' }).click()
        await page.getByRole('menuitem', { name }).click()
      })
    const html = await byMenu('HTML 문서')
    expect(html.suggestedFilename()).toMatch(/^room-history_\d{12}\.html$/)
    expect(await textOf(html)).toContain(`초대: ${NAME}`)
    await expect(
      page.getByRole('region', { name: '알림' }).getByText(html.suggestedFilename()),
    ).toBeVisible()
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'revoked'))).toEqual([100])
    const csv = await byMenu('CSV (증명 포함)')
    expect(csv.suggestedFilename()).toMatch(/^room-history_\d{12}\.csv$/)
    const json = await byMenu('JSON (증명 포함)')
    expect(json.suggestedFilename()).toMatch(/^room-history_\d{12}\.json$/)
    const { entries, checkpoint } = historyExport.parse(JSON.parse(await textOf(json)))
    expect(entries).toHaveLength(shown)
    expect(new Set(entries.map(({ entry }) => entry?.kind))).toEqual(new Set(['member.invited']))
    expect(checkpoint).toContain('sealroom/log/')

    const byEvent = await saved(() =>
      page.evaluate(() => dispatchEvent(new CustomEvent('room-history:download'))),
    )
    expect(byEvent.suggestedFilename()).toMatch(/^room-history_\d{12}\.html$/)
    let others = 0
    page.on('download', () => {
      others += 1
    })
    await page.evaluate(async () => {
      window.postMessage('room-history:download', '*')
      window.postMessage({ type: 'room-history:download' }, '*')
      document.body.dispatchEvent(new CustomEvent('room-history:download', { bubbles: true }))
      await new Promise((resolve) => setTimeout(resolve, 0))
    })
    await byMenu('CSV (증명 포함)')
    expect(others).toBe(1)
  },
)

story(
  'a cancelled export leaves nothing behind, one that fails says so [export-failed]',
  async ({ watched: { page }, strictness }) => {
    strictness.expectRefusals(/\/roomActivity\/export\/\d+$/)
    await open(page)
    let downloads = 0
    page.on('download', () => {
      downloads += 1
    })
    await page.route(EXPORT, () => {})
    await page.getByRole('button', { name: '목록 다운로드' }).click()
    await page.getByRole('menuitem', { name: 'HTML 문서' }).click()
    const progress = page.getByRole('dialog', { name: '목록을 준비하는 중…' })
    await expect(progress).toContainText('지금까지 0 Bytes 받음')
    await expect(focused(page)).toHaveText('취소')
    await page.keyboard.press('Enter')
    await expect(progress).toHaveCount(0)
    await expect(message(page)).toHaveCount(0)

    await page.unroute(EXPORT)
    await page.route(EXPORT, (route) => route.abort())
    await page.evaluate(() => dispatchEvent(new CustomEvent('room-history:download')))
    await expect(message(page)).toContainText('요청을 처리하지 못했습니다.')
    await answer(page)
    expect(downloads).toBe(0)
  },
)

const EVIL = '<img src=x onerror=alert(1)> <b>굵게</b>'

story(
  'the list is printed on A4 in its own window, closed with the session [history-printed]',
  async ({ watched: { page, wire } }) => {
    await wire.invite([{ name: EVIL, email: 'evil@history.example' }])
    await page.context().addInitScript(() => {
      window.print = () => Reflect.set(window, 'printed', true)
    })
    await open(page, '?type=invite')
    const shown = await rows(page).count()
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(() => dispatchEvent(new CustomEvent('room-history:print'))),
    ])
    await expect.poll(() => popup.evaluate(() => Reflect.get(window, 'printed'))).toBe(true)
    await expect(popup.getByRole('heading', { level: 1 })).toHaveText('활동 내역')
    await expect(popup.locator('tbody tr')).toHaveCount(shown)
    await expect(popup.locator('th')).toHaveText(['일시', '이름', '직책', '이메일', '활동'])
    await expect(popup.locator('body')).toContainText('시험 룸 (')
    await expect(popup.locator('body')).toContainText(`사용자 초대 · 총 ${shown}건`)
    await expect(popup.locator('body')).toContainText(EVIL)
    await expect(popup.locator('td b, img, script')).toHaveCount(0)
    await expect(popup.locator('pre')).toContainText('sealroom/log/')
    const [newest] = (await listed(wire)).roomActivityItem
    expect(newest?.description).toBe('활동 내역 목록 인쇄')
    expect(
      await popup.evaluate(
        () => getComputedStyle(document.querySelector('table') ?? document.body).borderCollapse,
      ),
    ).toBe('collapse')
    const sheet = await popup.pdf({ preferCSSPageSize: true })
    expect(sheet.toString('latin1')).toMatch(
      /\/MediaBox\s*\[\s*0 0 59[4-6](\.\d+)? 84[1-3](\.\d+)?\s*\]/,
    )

    await Promise.all([
      popup.waitForEvent('close'),
      page.getByRole('button', { name: '로그아웃' }).click(),
    ])
    await expect(page).toHaveURL(/\/login$/)
  },
)

story(
  'where no window opens, or the list is too long to print, that is said [history-popup]',
  async ({ watched: { page } }) => {
    await open(page)
    let exports = 0
    page.on('request', (request) => {
      if (request.url().includes('/roomActivity/export/')) exports += 1
    })
    await page.evaluate(() => {
      window.open = () => null
    })
    await page.getByRole('button', { name: '목록 인쇄' }).click()
    await expect(message(page)).toContainText('팝업이 차단되어 인쇄 창을 열지 못했습니다.')
    await answer(page)

    await page.route(LIST, async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      return route.fulfill({
        response,
        json: { ...json, payload: { ...json.payload, total: 10_001 } },
      })
    })
    await page.reload()
    await expect(page.getByText('총 10,001건')).toBeVisible()
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: '목록 인쇄' }).click(),
    ])
    await expect(message(page)).toContainText(
      '한 번에 10,000건까지 인쇄할 수 있습니다. 이 목록은 10,001건입니다.',
    )
    await answer(page)
    expect(popup.isClosed()).toBe(true)
    expect(exports).toBe(0)
  },
)

story(
  'the checkpoint is shown, copied and downloaded as it was signed',
  async ({ watched: { page, wire } }) => {
    await allSigned(wire)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const { json } = await wire.call('GET', `/room/api/room/checkpoint/${wire.me.roomId}`)
    const { note, publicKey } = json.payload as { note: string; publicKey: string }
    const [, size = ''] = note.split('\n')
    await open(page)
    await page.getByRole('button', { name: '증명' }).click()
    const dialog = page.getByRole('dialog', { name: '서명된 활동 내역입니다' })
    await expect(dialog).toContainText(`기록 수${size}건`)
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(publicKey, 'base64'))
    const fingerprint = (Buffer.from(digest).toString('hex').match(/.{4}/g) ?? []).join(' ')
    await expect(dialog).toContainText(fingerprint)
    await expect(dialog).not.toContainText(publicKey)
    await dialog.getByRole('button', { name: '확인점 복사' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(note)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: '확인점 다운로드' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`room-checkpoint_${size}.txt`)
    expect(await textOf(download)).toBe(note)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  },
)

story(
  'everybody sees and exports what they did themselves, and nothing of others',
  async ({ watched: { pin }, openBrowser, url }) => {
    const session = await sessionOf(url, pin)
    const page = await (
      await openBrowser({ session, viewport: { width: 1440, height: 900 } })
    ).newPage()
    await page.goto('/')
    await account(page).focus()
    await page.keyboard.press('Enter')
    await expect(focused(page)).toHaveText('내 활동')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: '내 활동' })
    const own = dialog.locator('tbody tr')
    await expect(dialog.getByRole('columnheader')).toHaveText(['일시', '활동', '증명'])
    await expect(own.first()).toContainText('비밀유지 동의')
    await expect(dialog).not.toContainText('김운영')
    await expect(dialog.getByRole('button', { name: /사용자/ })).toHaveCount(0)
    await dialog.getByRole('button', { name: /종류/ }).click()
    await option(page, '열람').click()
    await expect(dialog).toContainText('조건에 맞는 활동 내역이 없습니다.')
    await dialog.getByRole('button', { name: '조건 지우기' }).first().click()
    await expect(own.first()).toBeVisible()
    await dialog.getByRole('button', { name: '목록 다운로드' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'JSON' }).click(),
    ])
    const { entries } = historyExport.parse(JSON.parse(await textOf(download)))
    expect(new Set(entries.map(({ entry }) => entry?.doer.name))).toEqual(new Set([NAME]))
    expect(entries.length).toBeGreaterThan(2)
    await expect(dialog.locator(':focus')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(account(page)).toBeFocused()
  },
)
