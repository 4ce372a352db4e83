import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { makePdf } from '../server/test/make-pdf.ts'
import { type RememberedSession, sessionOf } from './house.ts'
import { test as base, expect } from './server-fixture.ts'
import { answer, dashboard, enter, fileInput, focused, list, message, pdf, row } from './steps.ts'

const UPLOAD = '**/room/api/file/upload'
const wide = { viewport: { width: 1440, height: 900 } }

interface Operator {
  readonly page: Page
  readonly session: RememberedSession
}

/** A page of the operator of the test's own room, with its operator area open. */
const story = base.extend<{ operator: Operator }>({
  operator: async ({ openBrowser, url, room }, use) => {
    const session = await sessionOf(url, room.pin, { code: room.code })
    const page = await (await openBrowser({ session, ...wide })).newPage()
    await use({ page, session })
  },
})

const codeField = (page: Page) => page.getByRole('textbox', { name: '운영자 코드' })
const createFolder = (page: Page) => page.getByRole('button', { name: '폴더 만들기' })
const nameField = (page: Page) => page.getByRole('textbox', { name: '폴더 이름' })
const card = (page: Page) => page.getByRole('complementary', { name: '업로드 진행 상황' })
const requests = (page: Page, path: string): string[] => {
  const seen: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(path)) seen.push(request.method())
  })
  return seen
}

base('the gate takes the code typed or pasted, tells what is wrong, shows nothing before [gate-code]', async ({ page, room }) => {
  const listed = requests(page, '/room/api/file/file/list')
  const tried = requests(page, '/checkManagerPin')
  await enter(page, room.pin)
  await page.getByRole('link', { name: '운영자 화면' }).click()
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
  await expect(message(page).getByRole('img', { name: 'Check !' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(codeField(page)).toBeFocused()
  await expect(codeField(page)).toHaveValue('')
  expect(tried).toEqual(['POST'])
  expect(listed).toEqual([])
  await expect(dashboard(page)).toHaveCount(0)

  await page.getByRole('button', { name: '취소' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.getByRole('link', { name: '운영자 화면' }).click()
  await codeField(page).fill(room.code.replaceAll('-', '').toLowerCase())
  await expect(codeField(page)).toHaveValue(room.code)
  await page.getByRole('button', { name: '확인' }).click()
  await expect(dashboard(page)).toBeVisible()
  await page.reload()
  await expect(dashboard(page)).toBeVisible()
  await expect(codeField(page)).toHaveCount(0)
})

story('a folder gets its name in the list: Enter makes it, Escape and blanks make none [folder-named]', async ({ operator: { page } }) => {
  const sent = requests(page, '/room/api/file/upload')
  await page.goto('/admin/upload')
  await createFolder(page).click()
  await expect(nameField(page)).toBeFocused()
  await expect(nameField(page)).toHaveValue('새 폴더')
  await page.keyboard.press('Escape')
  await expect(nameField(page)).toHaveCount(0)
  expect(sent).toEqual([])

  await createFolder(page).click()
  await nameField(page).fill('01 계약')
  await page.keyboard.press('Enter')
  await expect(nameField(page)).toHaveCount(0)
  await expect(row(page, '01 계약')).toBeFocused()
  expect(sent).toEqual(['POST'])

  await createFolder(page).click()
  await nameField(page).fill('   ')
  await page.keyboard.press('Enter')
  await expect(nameField(page)).toHaveCount(0)
  expect(sent).toEqual(['POST'])
  await expect(list(page).getByRole('rowheader')).toHaveCount(1)
})

story('Enter and Escape that end a Hangul syllable belong to the input method', async ({ operator: { page } }) => {
  const sent = requests(page, '/room/api/file/upload')
  const ime = await page.context().newCDPSession(page)
  await page.goto('/admin/upload')
  await createFolder(page).click()
  await nameField(page).fill('')
  await ime.send('Input.imeSetComposition', { text: '재', selectionStart: 1, selectionEnd: 1 })
  await expect(nameField(page)).toHaveValue('재')
  for (const key of ['Enter', 'Escape']) {
    await ime.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code: key, windowsVirtualKeyCode: 229 })
    await ime.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code: key, windowsVirtualKeyCode: key === 'Enter' ? 13 : 27 })
  }
  await expect(nameField(page)).toHaveValue('재')
  expect(sent).toEqual([])

  await ime.send('Input.insertText', { text: '재무' })
  await expect(nameField(page)).toHaveValue('재무')
  await page.keyboard.press('Enter')
  await expect(row(page, '재무')).toBeVisible()
  expect(sent).toEqual(['POST'])
})

story('files come in; those of a wrong kind are listed with their reason before [upload-refused]', async ({ operator: { page } }) => {
  await page.goto('/admin/upload')
  await fileInput(page, '업로드').setInputFiles([
    pdf('계약서 초안.pdf', makePdf(3, 'AGREEMENT')),
    pdf('가짜.pdf', '<html>'),
    pdf('run.exe', 'MZ'),
    pdf('빈 문서.pdf', ''),
  ])
  await expect(message(page)).toContainText('올바르지 않은 파일이 있습니다. 허용된 확장자의 300MB 이하 파일만 업로드할 수 있습니다.')
  const refused = message(page).getByRole('listitem')
  await expect(refused).toHaveCount(2)
  await expect(refused.filter({ hasText: 'run.exe' })).toContainText('허용되지 않은 확장자입니다.')
  await expect(refused.filter({ hasText: '빈 문서.pdf' })).toContainText('빈 파일입니다.')
  await answer(page)

  await expect(card(page)).toContainText('1개를 업로드했습니다. 1개는 업로드하지 못했습니다.')
  await expect(card(page).getByRole('listitem').filter({ hasText: '가짜.pdf' })).toHaveAttribute('data-state', 'refused')
  await expect(row(page, '계약서 초안.pdf')).toBeVisible()
  for (const name of ['가짜.pdf', 'run.exe', '빈 문서.pdf']) await expect(list(page)).not.toContainText(name)
  await card(page).getByRole('button', { name: '닫기' }).click()
  await expect(card(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

story('a folder comes in with what is in it, and goes into the folder that is open [upload-folder]', async ({ operator: { page } }) => {
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
    await expect(page.getByRole('navigation', { name: '현재 위치' })).toHaveText(/바탕화면.*새 폴더.*실사 자료.*2025/)
  } finally {
    await rm(folder, { recursive: true })
  }
})

story(
  'a name that is taken is stored beside the other when it is told so, and the card says under which',
  async ({ operator: { page } }) => {
    await page.goto('/admin/upload')
    await fileInput(page, '업로드').setInputFiles([pdf('확인서.pdf', makePdf(1))])
    await expect(list(page).getByRole('rowheader')).toHaveCount(1)
    await fileInput(page, '업로드').setInputFiles([pdf('확인서.pdf', makePdf(2))])
    await page.getByRole('dialog').getByRole('button', { name: '둘 다 유지' }).click()
    await expect(list(page).getByRole('rowheader')).toHaveCount(2)
    await expect(row(page, '확인서.pdf')).toHaveCount(1)
    await expect(row(page, '확인서 (2).pdf')).toHaveCount(1)
    await card(page).getByRole('button', { name: '목록 펼치기' }).click()
    await expect(card(page)).toContainText("같은 이름이 있어 '확인서 (2).pdf' 파일로 저장했습니다.")
  },
)

story(
  'the card follows an upload over other screens, lets a file be cancelled, and tries again what failed [upload-follows]',
  async ({ operator: { page }, strictness }) => {
    strictness.expectRefusals(/\/room\/api\/file\/upload$/)
    await page.goto('/admin/upload')
    const broken = { status: 'EXCEPTION', code: 'INTERNAL', payload: '요청을 처리하지 못했습니다.' }
    await page.route(UPLOAD, (route) => route.fulfill({ status: 500, json: broken }))
    await fileInput(page, '업로드').setInputFiles([pdf('계약서.pdf', makePdf(1))])
    const entry = card(page).getByRole('listitem').filter({ hasText: '계약서.pdf' })
    await expect(entry).toHaveAttribute('data-state', 'failed')
    await expect(list(page)).toHaveCount(0)
    await page.getByRole('link', { name: '사용자 초대' }).click()
    await expect(entry).toHaveAttribute('data-state', 'failed')

    await page.unroute(UPLOAD)
    await card(page).getByRole('button', { name: '계약서.pdf 다시 시도' }).click()
    await expect(page.getByText('파일을 업로드했습니다.').first()).toBeAttached()
    await page.getByRole('link', { name: '파일 업로드' }).click()
    await expect(row(page, '계약서.pdf')).toHaveCount(1)

    await page.route(UPLOAD, () => undefined)
    await fileInput(page, '업로드').setInputFiles([pdf('부속합의서.pdf', makePdf(1))])
    await expect(card(page).getByRole('progressbar').first()).toBeVisible()
    await card(page).getByRole('button', { name: '업로드 취소', exact: true }).first().click()
    await expect(message(page)).toContainText('업로드를 취소하시겠습니까?')
    await expect(focused(page)).toHaveText('취소')
    await answer(page, '취소')
    await expect(card(page).getByRole('progressbar').first()).toBeVisible()
    await card(page).getByRole('button', { name: '업로드 취소', exact: true }).first().click()
    await answer(page)
    await expect(card(page)).toContainText('업로드를 취소했습니다.')
    await expect(card(page).getByRole('progressbar')).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.reload()
    await expect(row(page, '계약서.pdf')).toBeVisible()
    await expect(row(page, '부속합의서.pdf')).toHaveCount(0)
  },
)

story('files that are dropped anywhere go into the folder named while they hover [upload-dropped]', async ({ operator: { page } }) => {
  await page.goto('/admin/upload')
  await expect(createFolder(page)).toBeVisible()
  const drag = (kind: 'dragover' | 'dragleave' | 'drop', bytes: readonly number[]) =>
    page.evaluate(
      ([type, content]) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([new Uint8Array(content)], '끌어온 문서.pdf'))
        dispatchEvent(new DragEvent(type, { dataTransfer, cancelable: true }))
      },
      [kind, [...bytes]] as const,
    )
  const invitation = page.locator('.drop-area')
  await drag('dragover', [1])
  await expect(invitation).toContainText("'바탕화면' 폴더에 업로드됩니다.")
  await drag('dragleave', [1])
  await expect(invitation).toHaveCount(0)
  await drag('drop', [...makePdf(1)])
  await expect(row(page, '끌어온 문서.pdf')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/upload$/)
})

story(
  'the watermark is switched after a question, says what it means, and is shown as it will look [watermark-switch]',
  async ({ operator: { page, session } }) => {
    const sent = requests(page, '/room/api/room/update/toggle')
    await page.goto('/admin/upload')
    const watermark = page.getByRole('switch', { name: /워터마크/ })
    await expect(watermark).toBeChecked()
    await watermark.click()
    await expect(message(page)).toContainText('워터마크를 끄시겠습니까?')
    await expect(focused(page)).toHaveText('취소')
    await page.keyboard.press('Enter')
    await expect(message(page)).toHaveCount(0)
    await expect(watermark).toBeChecked()
    await expect(watermark).toBeFocused()
    expect(sent).toEqual([])

    await page.keyboard.press('Space')
    await answer(page)
    await expect(watermark).not.toBeChecked()
    await expect(watermark).toHaveAccessibleName('워터마크 꺼짐')
    await expect(page.getByText('정상적으로 처리되었습니다.')).toBeVisible()
    const hint = page.getByText('인쇄하거나 다운로드하는 파일에 이메일, 일시, Confidential이 표시됩니다.')
    await expect(hint).toHaveCount(0)

    await watermark.click()
    await answer(page)
    await expect(hint).toBeVisible()
    // Its time runs out in three seconds unless somebody points at it.
    const wait = page.locator('.hint-banner-wait')
    expect(await wait.evaluate((element) => getComputedStyle(element).animationDuration)).toBe('3s')
    await page.getByRole('button', { name: '더 보기', exact: true }).click()
    const preview = page.getByRole('dialog', { name: '워터마크 미리보기' })
    const sample = preview.getByRole('img', { name: new RegExp(`^${session.email} \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d Confidential$`) })
    await expect(sample).toBeVisible()
    const places = await sample.locator('text').evaluateAll((lines) => lines.map((line) => line.getAttribute('transform') ?? ''))
    const heights = new Set(places.map((place) => /translate\(\S+ (\S+)\)/.exec(place)?.[1]))
    expect({ lines: heights.size, columns: places.length / heights.size }).toEqual({ lines: 30, columns: 3 })
    await page.keyboard.press('Escape')
    await expect(preview).toHaveCount(0)
    expect(sent).toEqual(['PUT', 'PUT'])
  },
)

story('a mail server that is not set up is told to operators in their area, until they put it away', async ({ operator: { page } }) => {
  await page.goto('/admin/invitation')
  const notice = page.getByRole('region', { name: '메일 안내' })
  await expect(notice).toContainText('메일 서버가 설정되지 않았습니다.')
  await notice.getByRole('button', { name: '메일 안내 닫기' }).click()
  await page.getByRole('link', { name: '파일 업로드' }).click()
  await expect(createFolder(page)).toBeVisible()
  await expect(notice).toHaveCount(0)
})

story(
  'the notification of new documents is switched like the watermark, without touching it, and shows the mail [noti-switch]',
  async ({ operator: { page } }) => {
    const bodies: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/room/api/room/update/toggle')) bodies.push(request.postDataJSON())
    })
    await page.goto('/admin/upload')
    const notification = page.getByRole('switch', { name: /새 문서 알림/ })
    await expect(notification).toBeChecked()
    await notification.focus()
    await page.keyboard.press('Space')
    await expect(message(page)).toContainText('새 문서 알림을 끄시겠습니까?')
    await answer(page)
    await expect(notification).toHaveAccessibleName('새 문서 알림 꺼짐')
    await expect(page.getByText('정상적으로 처리되었습니다.')).toBeVisible()
    const hint = page.locator('.hint-banner').getByText('새 문서가 등록되면 참여자에게 메일로 알립니다.')
    await expect(hint).toHaveCount(0)

    await notification.click()
    await expect(message(page)).toContainText('새 문서 알림을 켜시겠습니까?')
    await answer(page)
    await expect(notification).toBeChecked()
    await hint.hover()
    await page.getByRole('button', { name: '더 보기', exact: true }).click()
    const preview = page.getByRole('dialog', { name: '새 문서 알림 미리보기' })
    await expect(preview).toContainText('10분 동안 모아 한 통으로 보냅니다.')
    await expect(preview.getByRole('figure', { name: '메일 예시' })).toContainText('새 문서 3개')
    await page.keyboard.press('Escape')
    await expect(preview).toHaveCount(0)
    // It waits for who points at it or has the focus in it.
    await expect(page.getByRole('button', { name: '더 보기', exact: true })).toBeFocused()
    await page.mouse.move(0, 0)
    await notification.focus()
    await expect(hint).toHaveCount(0)
    await expect(page.getByRole('switch', { name: '워터마크 켜짐' })).toBeChecked()
    expect(bodies).toEqual([
      expect.objectContaining({ noti: false, watermark: true }),
      expect.objectContaining({ noti: true, watermark: true }),
    ])
    await page.reload()
    await expect(notification).toBeChecked()
  },
)
