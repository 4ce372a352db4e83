import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { type RememberedSession, sessionOf } from '../support/furnished-room.ts'
import { test as base, expect } from '../support/server-fixture.ts'
import { answer, dashboard, enter, fileInput, list, message, row } from '../support/steps.ts'

const wide = { viewport: { width: 1440, height: 900 } }

interface FillOperator {
  readonly page: Page
  readonly session: RememberedSession
}

const story = base.extend<{ operator: FillOperator }>({
  operator: async ({ openBrowser, url, room }, use) => {
    const session = await sessionOf(url, room.pin, { code: room.code })
    const page = await (await openBrowser({ session, ...wide })).newPage()
    await use({ page, session })
  },
})

const codeField = (page: Page) => page.getByRole('textbox', { name: '운영자 코드' })
const createFolder = (page: Page) => page.getByRole('button', { name: '폴더 만들기' })
const nameField = (page: Page) => page.getByRole('textbox', { name: '폴더 이름' })
const requests = (page: Page, path: string): string[] => {
  const seen: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(path)) seen.push(request.method())
  })
  return seen
}

base(
  'the gate accepts the code typed or pasted, shows errors, and nothing else before [gate-code]',
  async ({ page, room }) => {
    const listed = requests(page, '/room/api/file/file/list')
    const tried = requests(page, '/checkManagerPin')
    await enter(page, room.pin)
    await page.getByRole('link', { name: '운영자 화면', exact: true }).click()
    await expect(codeField(page)).toBeFocused()
    listed.length = 0

    await page.keyboard.press('Enter')
    await expect(message(page)).toContainText('운영자 코드를 입력해 주세요.')
    await answer(page)
    await page.keyboard.type('ab1')
    await expect(codeField(page)).toHaveValue('AB-1')
    await page.keyboard.press('Enter')
    await expect(message(page)).toContainText('9자리를 모두 입력해 주세요.')
    await answer(page)
    expect(tried).toEqual([])

    await codeField(page).fill('00-00000-00')
    await page.keyboard.press('Enter')
    await expect(message(page)).toContainText('CODE가 일치하지 않습니다.')
    await expect(message(page).getByRole('heading', { name: 'Check !' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(codeField(page)).toBeFocused()
    await expect(codeField(page)).toHaveValue('')
    expect(tried).toEqual(['POST'])
    expect(listed).toEqual([])
    await expect(dashboard(page)).toHaveCount(0)

    await page.getByRole('button', { name: '취소' }).click()
    await expect(page).toHaveURL(/\/$/)
    await page.getByRole('link', { name: '운영자 화면', exact: true }).click()
    await codeField(page).fill(room.code.replaceAll('-', '').toLowerCase())
    await expect(codeField(page)).toHaveValue(room.code)
    await page.getByRole('button', { name: '확인' }).click()
    await expect(dashboard(page)).toBeVisible()
    await page.reload()
    await expect(dashboard(page)).toBeVisible()
    await expect(codeField(page)).toHaveCount(0)
  },
)

story(
  'Enter and Escape that end a Hangul syllable belong to the input method',
  async ({ operator: { page } }) => {
    const sent = requests(page, '/room/api/file/upload')
    const ime = await page.context().newCDPSession(page)
    await page.goto('/admin/upload')
    await createFolder(page).click()
    await nameField(page).fill('')
    await ime.send('Input.imeSetComposition', { text: '재', selectionStart: 1, selectionEnd: 1 })
    await expect(nameField(page)).toHaveValue('재')
    for (const key of ['Enter', 'Escape']) {
      await ime.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        key,
        code: key,
        windowsVirtualKeyCode: 229,
      })
      await ime.send('Input.dispatchKeyEvent', {
        type: 'keyUp',
        key,
        code: key,
        windowsVirtualKeyCode: key === 'Enter' ? 13 : 27,
      })
    }
    await expect(nameField(page)).toHaveValue('재')
    expect(sent).toEqual([])

    await ime.send('Input.insertText', { text: '재무' })
    await expect(nameField(page)).toHaveValue('재무')
    await page.keyboard.press('Enter')
    await expect(row(page, '재무')).toBeVisible()
    expect(sent).toEqual(['POST'])
  },
)

story(
  'a folder comes in with what is in it, and goes into the folder that is open [upload-folder]',
  async ({ operator: { page } }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sealroom-folder-'))
    try {
      const top = path.join(folder, '실사 자료')
      await mkdir(path.join(top, '2025'), { recursive: true })
      await writeFile(path.join(top, '목록.pdf'), makePdf(1))
      await writeFile(path.join(top, '2025', '결산.pdf'), makePdf(2))
      await writeFile(path.join(top, '.DS_Store'), 'x')

      await page.goto('/admin/upload')
      await createFolder(page).click()
      await page.keyboard.press('Enter')
      await expect(nameField(page)).toHaveCount(0)
      await expect(row(page, '새 폴더')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/folder=/)
      await fileInput(page, '폴더 업로드').setInputFiles(top)
      await expect(row(page, '실사 자료')).toBeVisible()
      await expect(message(page)).toHaveCount(0)
      await expect(page.getByText('파일 2개를 업로드했습니다.').first()).toBeAttached()
      await row(page, '실사 자료').getByRole('link').click()
      await expect(row(page, '목록.pdf')).toBeVisible()
      await expect(list(page)).not.toContainText('.DS_Store')
      await row(page, '2025').getByRole('link').click()
      await expect(row(page, '결산.pdf')).toBeVisible()
      await expect(page.getByRole('navigation', { name: '현재 위치' })).toHaveText(
        /바탕화면.*새 폴더.*실사 자료.*2025/,
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)
