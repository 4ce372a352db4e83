import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { WireClient } from '../../server/test/harness/wire-client.ts'
import {
  archivesOf,
  bytesOf,
  filesIn,
  order,
  prepared,
  ticketFor,
} from '../../server/test/scenarios/archives.ts'
import { axe } from '../support/axe.ts'
import { AT_THE_END, openEnding, part, story } from '../support/ending-room.ts'
import { expect } from '../support/server-fixture.ts'
import { answer, focused, message, row, tabTo } from '../support/steps.ts'

story.describe.configure({ timeout: 120_000 })

const PREPARE = { name: '보관본 만들기', exact: true } as const
const prepareDialog = (page: Page): Locator => page.getByRole('dialog', { name: '보관본 만들기' })
const own = (page: Page): Locator => page.getByRole('dialog', { name: '내 자료 다운로드' })
const codeField = (page: Page): Locator =>
  prepareDialog(page).getByRole('textbox', { name: '내 운영자 코드' })
const ready = (within: Locator): Locator =>
  within.getByRole('listitem').filter({ hasText: '준비됨' })

async function fetched(
  page: Page,
  within: Locator,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    within.getByRole('button', { name: /^다운로드: / }).click(),
  ])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

const results = (page: Page): Locator => page.getByRole('region', { name: '확인 결과' })

async function check(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.locator('input[type=file][multiple]').setInputFiles({ name, mimeType: '', buffer })
}

const heading = (page: Page, name: string): Locator =>
  results(page).getByRole('heading', { name, exact: true })

function tampered(zip: Buffer): Buffer {
  const changed = Buffer.from(zip)
  changed.write('X', zip.indexOf('%PDF-') + 1)
  return changed
}

story(
  'an operator prepares an archive of the room with a fresh code, is notified at its end, downloads it, and /verify detects tampering',
  async ({ ending, room, openBrowser }) => {
    const page = await ending.open('first')
    await openEnding(page)
    const archives = part(page, '보관본')
    await expect(archives).toContainText('아직 만든 보관본이 없습니다.')
    await tabTo(page, archives.getByRole('button', PREPARE))
    await page.keyboard.press('Enter')
    await axe(page)
    await codeField(page).fill('ZZ-ZZZZZ-ZZ')
    await page.keyboard.press('Enter')
    await expect(prepareDialog(page).getByRole('alert')).toHaveText(
      '운영자 코드가 올바르지 않습니다.',
    )
    await expect(codeField(page)).toBeFocused()
    await expect(codeField(page)).toHaveValue('')
    expect(await archivesOf(ending.wire)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(focused(page)).toHaveText('보관본 만들기')

    await page.keyboard.press('Enter')
    await codeField(page).fill(room.code)
    await page.keyboard.press('Enter')
    await expect(prepareDialog(page)).toHaveCount(0)
    await expect(focused(page)).toHaveText('보관본 만들기')
    await expect(ready(archives)).toContainText('보호 없음')
    await expect(archives.getByRole('progressbar')).toHaveCount(0)
    await expect(part(page, '파기')).toContainText('아직 다운로드한 보관본이 없습니다.')
    await page.emulateMedia({ colorScheme: 'dark' })
    await axe(page)

    const { name, bytes } = await fetched(page, archives)
    expect(name).toMatch(/^시험 룸 .*\.zip$/)
    await expect(archives.getByRole('listitem')).toContainText('다운로드함', { timeout: 20_000 })
    await expect(part(page, '파기')).toContainText('마지막으로 다운로드한 보관본:')
    const visitor = await (await openBrowser()).newPage()
    await visitor.goto('/verify')
    await check(visitor, name, bytes)
    await expect(heading(visitor, '보관본의 모든 파일이 그대로입니다')).toBeVisible()
    await expect(results(visitor)).toContainText(`시험 룸 (${room.roomNo})`)
    await expect(results(visitor)).toContainText('데이터룸 전체')
    await axe(visitor)
    await visitor.emulateMedia({ colorScheme: 'dark' })
    await axe(visitor)
    await check(visitor, name, tampered(bytes))
    await expect(heading(visitor, '보관본이 바뀌었습니다')).toBeVisible()
    await expect(results(visitor).getByRole('listitem')).toHaveText([
      'documents/1 01 계약/계약서.pdf',
    ])
    await axe(visitor)
    await check(visitor, name, bytes.subarray(0, -1_000))
    await expect(heading(visitor, '읽을 수 없는 zip 파일입니다')).toBeVisible()

    await archives
      .getByRole('button', { name: `삭제: ${name}` })
      .evaluate((button: HTMLElement) => {
        button.click()
        button.click()
      })
    await expect(message(page)).toContainText('이미 다운로드한 파일은 그대로 남습니다.')
    await answer(page, '취소')
    await expect(message(page), 'pressed twice, it asks once').toHaveCount(0)
    await expect(archives.getByRole('listitem')).toHaveCount(1)
    await archives.getByRole('button', { name: `삭제: ${name}` }).press('Enter')
    await answer(page, '삭제')
    await expect(archives).toContainText('아직 만든 보관본이 없습니다.')
    await expect(archives.locator(':focus')).toHaveCount(1)
    expect(await archivesOf(ending.wire)).toEqual([])
  },
)

story(
  'while an archive is prepared its progress is shown, it can be stopped, and its end is notified on other screens',
  async ({ ending, room, rooms }) => {
    const page = await ending.open('first')
    await openEnding(page)
    const archives = part(page, '보관본')
    const release = await rooms.holdArchives()
    await archives.getByRole('button', PREPARE).click()
    await codeField(page).fill(room.code)
    await page.keyboard.press('Enter')
    await expect(archives.getByRole('progressbar', { name: /^준비 중: / })).toBeVisible()
    await expect(archives).toContainText('파일을 세는 중')
    await expect(archives.getByRole('button', { name: /^다운로드: / })).toHaveCount(0)
    await axe(page)
    await archives.getByRole('button', { name: /^만들기 중지: / }).click()
    await answer(page, '취소')
    await expect(archives.getByRole('progressbar')).toBeVisible()
    await release()
    await expect(archives.getByRole('status')).toHaveText(/\.zip: 준비됨$/)
    await expect(ready(archives)).toHaveCount(1)
  },
)

story(
  'an archive is sealed to a passphrase that was typed twice, and /verify says that it has to be opened first',
  async ({ ending, room, openBrowser }) => {
    const page = await ending.open('first', { viewport: { width: 390, height: 844 } })
    await openEnding(page)
    const archives = part(page, '보관본')
    await archives.getByRole('button', PREPARE).click()
    const asking = prepareDialog(page)
    await asking.getByRole('radio', { name: /^암호/ }).check()
    const [typed, again] = [
      asking.getByLabel('암호 (12자 이상)'),
      asking.getByLabel('암호 다시 입력'),
    ]
    const problem = asking.getByRole('alert').first()
    await typed.fill('짧다')
    await page.keyboard.press('Enter')
    await expect(problem).toHaveText('암호를 12자 이상 입력해 주세요.')
    await expect(typed).toBeFocused()
    await typed.fill('한빛 실사 보관본 암호 2026')
    await expect(asking.getByRole('status')).toContainText('강함')
    await again.fill('한빛 실사 보관본 암호 2027')
    await page.keyboard.press('Enter')
    await expect(problem).toHaveText('두 암호가 일치하지 않습니다.')
    await axe(page)
    await again.fill('한빛 실사 보관본 암호 2026')
    await codeField(page).fill(room.code)
    await page.keyboard.press('Enter')
    await expect(ready(archives)).toContainText('암호로 보호')
    const { name, bytes } = await fetched(page, archives)
    expect(name).toMatch(/\.zip\.age$/)
    expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /)
    expect(bytes.includes('%PDF-')).toBe(false)
    const visitor = await (await openBrowser()).newPage()
    await visitor.goto('/verify')
    await check(visitor, name, bytes)
    await expect(heading(visitor, '암호화된 파일입니다')).toBeVisible()
    await expect(results(visitor)).toContainText('age 프로그램으로 먼저 푼 다음')
    await axe(visitor)
  },
)

story(
  'a participant takes along what the person may see, from a frozen room too, and never the archive of the room',
  async ({ ending, room, url, openBrowser, strictness }) => {
    strictness.expectRefusals(AT_THE_END)
    await ending.wire.upload([['02 재무/표.pdf', makePdf(1)]])
    const whole = await prepared(ending.wire, { scope: 'room', code: room.code })
    const reader = new WireClient(url)
    await reader.join(ending.participant.pin)
    await reader.agree()
    const move = (phase: string) =>
      ending.wire.call('PUT', '/room/api/room/ending/phase', {
        body: { id: ending.wire.me.roomId, phase },
      })
    await move('frozen')

    const page = await ending.open('participant')
    await page.goto('/')
    await page
      .getByRole('region', { name: '데이터룸 상태' })
      .getByRole('button', { name: '내 자료 다운로드' })
      .click()
    await expect(own(page)).toContainText('아직 만든 보관본이 없습니다.')
    await axe(page)
    await own(page).getByRole('button', { name: '새로 만들기' }).click()
    await expect(codeField(page)).toHaveCount(0)
    await prepareDialog(page).getByRole('button', { name: '만들기', exact: true }).click()
    await expect(prepareDialog(page)).toHaveCount(0)
    await expect(own(page).locator(':focus')).toHaveCount(1)
    await expect(ready(own(page))).toHaveCount(1)
    const { name, bytes } = await fetched(page, own(page))
    const files = filesIn(bytes)
    expect([...files.keys()]).not.toContain('rights.csv')
    expect([...files.keys()].filter((file) => file.startsWith('documents/')).sort()).toEqual([
      'documents/1 01 계약/계약서.pdf',
      'documents/2 02 재무/표.pdf',
    ])
    expect([...files.values()].join('\n')).not.toContain(ending.second.email)
    const visitor = await (await openBrowser()).newPage()
    await visitor.goto('/verify')
    await check(visitor, name, bytes)
    await expect(heading(visitor, '보관본의 모든 파일이 그대로입니다')).toBeVisible()
    await expect(results(visitor)).toContainText(`이참여 (${ending.participant.email})`)

    expect((await archivesOf(reader)).map(({ scope }) => scope)).toEqual(['own'])
    expect((await order(reader, { scope: 'room', code: room.code })).json.status).not.toBe('OK')
    expect((await ticketFor(reader, whole.id)).json.status).not.toBe('OK')
    await page.goto('/admin/ending')
    await expect(page).toHaveURL('/')
    await expect(row(page, '01 계약')).toBeVisible()
    await expect(page.getByRole('button', PREPARE)).toHaveCount(0)

    await move('closed')
    expect((await order(reader)).json.status).not.toBe('OK')
    await expect(page).toHaveURL(/\/login$/)
    await expect(own(page)).toHaveCount(0)
    const operator = await ending.open('first')
    await openEnding(operator)
    await expect(ready(part(operator, '보관본'))).toContainText(whole.name)
    expect(
      filesIn(
        await bytesOf(
          ending.wire,
          (await prepared(ending.wire, { scope: 'room', code: room.code })).id,
        ),
      ).size,
    ).toBeGreaterThan(5)
  },
)

story(
  'an archive opens from the disk without a server, and its pages confirm that every file is unchanged',
  async ({ ending, room, browser }) => {
    const zip = await bytesOf(
      ending.wire,
      (await prepared(ending.wire, { scope: 'room', code: room.code })).id,
    )
    const scratch = await mkdtemp(path.join(os.tmpdir(), 'sealroom archive '))
    const at = (file: string): string => path.join(scratch, '보관본', file)
    const address = (file: string): string => pathToFileURL(at(file)).href
    try {
      for (const [name, content] of filesIn(zip)) {
        await mkdir(path.dirname(at(name)), { recursive: true })
        await writeFile(at(name), content)
      }
      const asked: string[] = []
      const context = await browser.newContext({ offline: true, locale: 'ko-KR' })
      context.on('request', (request) => asked.push(request.url()))
      const page = await context.newPage()
      await page.goto(address('index.html'))
      const link = page.getByRole('link', { name: '계약서.pdf' })
      expect(await link.evaluate((element: HTMLAnchorElement) => element.href)).toBe(
        address('documents/1 01 계약/계약서.pdf'),
      )
      await axe(page)
      await page.getByRole('link', { name: 'verify.html' }).click()
      await expect(page).toHaveURL(address('verify.html'))

      await check(page, '보관본.zip', zip)
      await expect(heading(page, '보관본의 모든 파일이 그대로입니다')).toBeVisible()
      // macOS adds this file to folders.
      await writeFile(at('.DS_Store'), '')
      const folder = page.getByLabel('압축을 푼 폴더 선택')
      await folder.setInputFiles(at(''))
      await expect(heading(page, '보관본의 모든 파일이 그대로입니다')).toBeVisible()

      await check(page, '보관본.zip', tampered(zip))
      await expect(heading(page, '보관본이 바뀌었습니다')).toBeVisible()
      await expect(results(page).getByRole('listitem')).toHaveText([
        'documents/1 01 계약/계약서.pdf',
      ])
      await rm(at('documents/1 01 계약/계약서.pdf'))
      await writeFile(at('더한 것.txt'), '')
      await folder.setInputFiles(at(''))
      await expect(results(page)).toContainText('없는 파일 (1)')
      await expect(results(page)).toContainText('목록에 없는 파일 (1)')
      expect(asked.filter((one) => !one.startsWith('file:'))).toEqual([])
      await context.close()
    } finally {
      await rm(scratch, { recursive: true })
    }
  },
)
