import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findChromium } from '../../tools/lib/chromium.mjs'
import { story as base, calls, stand } from '../support/filled-room.ts'
import { drawn, PASSWORD, story as readersStory } from '../support/reading-room.ts'
import { expect } from '../support/server-fixture.ts'
import { answer, message, row } from '../support/steps.ts'

const chromium = findChromium()

/** Headless print preview crashes on framed PDFs. The headless shell cannot show PDFs. */
base.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      ...(chromium ? { executablePath: chromium } : {}),
      args: [...(launchOptions.args ?? []), '--disable-print-preview'],
    }),
})
const story = base

const frames = (page: Page) => page.locator('iframe')

async function watchPrinting(page: Page): Promise<void> {
  await page.clock.install()
  await page.addInitScript(() => {
    const print = window.print.bind(window)
    window.print = () => {
      const top = window.top ?? window
      Reflect.set(top, 'printed', [...(Reflect.get(top, 'printed') ?? []), document.contentType])
      print()
    }
    const create = URL.createObjectURL
    URL.createObjectURL = (made) => {
      Reflect.set(window, 'made', made)
      return create(made)
    }
    const revoke = URL.revokeObjectURL
    URL.revokeObjectURL = (url) => {
      Reflect.set(window, 'revoked', [...(Reflect.get(window, 'revoked') ?? []), url])
      revoke(url)
    }
  })
  await page.reload()
  await stand(page, '안내문.pdf')
}
const printed = (page: Page) => page.evaluate(() => Reflect.get(window, 'printed'))

story(
  'what is printed is the print rendition alone, gone with the print window [print-rendition]',
  async ({ operator: { page } }) => {
    await watchPrinting(page)
    const posts = calls(page, 'POST')
    const answered = page.waitForResponse(/\/room\/api\/file\/load$/)
    await page.keyboard.press('Control+p')
    const rendition = await answered
    await expect.poll(() => printed(page)).toEqual(['application/pdf'])
    expect(posts.filter((path) => path.includes('/file/'))).toEqual(['/api/room/api/file/load'])
    expect(rendition.request().postDataJSON()).toMatchObject({ type: 2 })
    const url = (await frames(page).getAttribute('src')) ?? ''
    expect(url).toMatch(/^blob:/)
    const bytes = Buffer.from(
      await page.evaluate(async () => [
        ...new Uint8Array(await Reflect.get(window, 'made').arrayBuffer()),
      ]),
    )
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.includes('/Font'), 'pages as images, the mark in them').toBe(false)

    await expect(row(page, '안내문.pdf')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(row(page, '확인서.pdf')).toBeFocused()
    await expect(frames(page), 'the window may still be opening').toHaveCount(1)
    await page.clock.fastForward('00:31')
    await page.keyboard.press('ArrowUp')
    await expect(frames(page)).toHaveCount(0)
    expect(await page.evaluate(() => Reflect.get(window, 'revoked'))).toContain(url)

    await page.keyboard.press('Control+p')
    await expect.poll(() => printed(page)).toHaveLength(2)
    await page.getByRole('button', { name: '로그아웃' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect(frames(page)).toHaveCount(0)
  },
)

story(
  'a file is printed as the server gives it for that, a folder is not',
  async ({ operator: { page } }) => {
    await page.addInitScript(() => {
      window.print = () =>
        void Object.assign(window.top ?? window, { printed: document.contentType })
    })
    await page.reload()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/room/api/file/load')) asked.push(request.method())
    })
    await stand(page, '03 빈 폴더')
    await page.keyboard.press('Control+p')
    await expect(message(page)).toContainText('폴더는 인쇄할 수 없습니다.')
    await answer(page)
    expect(asked).toEqual([])
    await stand(page, '안내문.pdf')
    await page.keyboard.press('Control+p')
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'printed')))
      .toBe('application/pdf')
    expect(asked).toEqual(['POST'])
  },
)

story(
  'a blocked print window shows an error, and nothing is left [print-blocked]',
  async ({ operator: { page } }) => {
    await page.addInitScript(() => {
      window.print = () => {
        throw new Error('blocked')
      }
    })
    await page.reload()
    await stand(page, '안내문.pdf')
    await page.keyboard.press('Control+p')
    await expect(message(page)).toContainText('팝업이 차단되어 인쇄 창을 열지 못했습니다.')
    await expect(frames(page)).toHaveCount(0)
  },
)

/** Printing must open no window. The page itself would be `text/html`. */
async function heardPrinting(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const top = window.top ?? window
    window.print = () =>
      Reflect.set(top, 'printed', [...(Reflect.get(top, 'printed') ?? []), document.contentType])
  })
  return () => printed(page)
}

const isLeftToBrowser = (page: Page) =>
  page.evaluate(() => {
    const press = new KeyboardEvent('keydown', {
      key: 'p',
      code: 'KeyP',
      ctrlKey: true,
      bubbles: true,
      cancelable: true,
    })
    return (document.activeElement ?? document.body).dispatchEvent(press)
  })

readersStory(
  'with a document open, the key prints it as the button does, wherever the focus is, and never the page',
  async ({ reading }) => {
    const { operator, readerId, page, show } = reading
    const heard = await heardPrinting(page)
    const panel = await show('계약서.pdf')
    await drawn(panel, 1)
    await page.keyboard.press('Control+p')
    await expect(message(page)).toContainText('인쇄 권한이 없습니다.')
    expect(await isLeftToBrowser(page), 'not behind a message either').toBe(false)
    await answer(page)
    expect(await heard()).toBeUndefined()

    await operator.setRight(readerId, 'print', true)
    const button = panel.getByRole('button', { name: '인쇄: 계약서.pdf' })
    await expect(button).not.toHaveAttribute('aria-disabled', 'true')
    await expect(button).toHaveAttribute('aria-keyshortcuts', /\+P$/)
    const posts = calls(page, 'POST')
    const prints = () => posts.filter((path) => path.endsWith('/file/load')).length
    await panel.getByRole('region', { name: '페이지' }).focus()
    await page.keyboard.press('Control+p')
    await expect.poll(heard).toEqual(['application/pdf'])
    await panel.getByRole('textbox', { name: /^이동할 쪽/ }).focus()
    await page.keyboard.press('Control+p')
    await expect.poll(async () => ((await heard()) as unknown[]).length).toBe(2)
    await row(page, '잠긴 문서.pdf').getByRole('button').focus()
    await page.keyboard.press('Control+p')
    await expect.poll(async () => ((await heard()) as unknown[]).length).toBe(3)
    expect(await heard()).toEqual(Array(3).fill('application/pdf'))
    expect(prints()).toBe(3)
  },
)

readersStory(
  'without an open document the key prints the row that has the focus, or asks for a file [print-key]',
  async ({ reading }) => {
    const { operator, readerId, page } = reading
    const heard = await heardPrinting(page)
    await operator.setRight(readerId, 'print', true)
    await page.goto('/')
    await expect(row(page, '계약서.pdf')).toBeVisible()
    await page.getByRole('button', { name: '로그아웃' }).focus()
    await page.keyboard.press('Control+p')
    await expect(message(page)).toContainText('파일을 선택해 주세요.')
    await answer(page)
    expect(await heard()).toBeUndefined()
    await row(page, '계약서.pdf').focus()
    await page.keyboard.press('Control+p')
    await expect.poll(heard).toEqual(['application/pdf'])
  },
)

readersStory(
  'a locked PDF is printed and downloaded once it is open; before, it says what opens it',
  async ({ reading, strictness }) => {
    strictness.expectRefusals(/\/room\/api\/file\/(load|ticket)$/)
    const { operator, readerId, page, show } = reading
    const heard = await heardPrinting(page)
    for (const right of ['print', 'download']) await operator.setRight(readerId, right, true)
    const panel = await show('잠긴 문서.pdf')
    const field = panel.getByLabel('이 PDF 파일을 열려면 비밀번호를 입력해 주세요.')
    await expect(field).toBeVisible()
    await page.keyboard.press('Control+p')
    await expect(message(page)).toContainText('먼저 문서를 열어 비밀번호를 입력해 주세요.')
    await answer(page)
    const download = panel.getByRole('button', { name: '다운로드: 잠긴 문서.pdf' })
    await download.click()
    await expect(message(page)).toContainText('먼저 문서를 열어 비밀번호를 입력해 주세요.')
    await answer(page)

    await field.fill(PASSWORD)
    await field.press('Enter')
    await drawn(panel, 1)
    await page.keyboard.press('Control+p')
    await expect.poll(heard).toEqual(['application/pdf'])
    const started = page.waitForEvent('download')
    await download.click()
    const stored = await readFile(await (await started).path())
    expect(stored.subarray(0, 5).toString()).toBe('%PDF-')
    expect(stored.includes('/Encrypt'), 'page images with the mark, not the locked file').toBe(
      false,
    )
  },
)
