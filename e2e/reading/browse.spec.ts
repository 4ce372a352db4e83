import type { Page } from '@playwright/test'
import { sessionOf } from '../support/furnished-room.ts'
import { expect, test } from '../support/server-fixture.ts'
import { row } from '../support/steps.ts'

const tree = (page: Page) => page.getByRole('tree', { name: '폴더 목록' })
const branch = (page: Page, name: string) => tree(page).getByRole('treeitem', { name, exact: true })
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const outOfReach = (page: Page) =>
  page
    .locator('[inert]')
    .filter({ has: page.getByRole('grid') })
    .first()

async function drawn(page: Page, number: number): Promise<void> {
  const image = page.getByRole('img', { name: `${number}쪽`, exact: true })
  await expect(image).toBeVisible()
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0)
}

interface BrowsedRoom {
  readonly page: Page
  readonly ids: Readonly<Record<string, number>>
}

const story = test.extend<{ reader: BrowsedRoom }>({
  reader: async ({ openBrowser, url, app }, use) => {
    const page = await (
      await openBrowser({
        session: await sessionOf(url, app.reader.pin),
        viewport: { width: 1440, height: 900 },
      })
    ).newPage()
    await use({ page, ids: app.ids })
  },
})

story(
  'an arrow that is pressed while the preview is on its way takes the list on, and nothing takes it back',
  async ({ reader }) => {
    const { page, ids } = reader
    await page.goto(`/?folder=${ids['01 계약']}`)
    await row(page, '계약서 초안.pdf').getByRole('link').click()
    await drawn(page, 1)
    await expect(row(page, '계약서 초안.pdf')).toBeFocused()
    const passed = await page.evaluateHandle(() => {
      const rows: (string | undefined)[] = []
      document.addEventListener('focusin', ({ target }) =>
        rows.push((target as Element).querySelector('[data-name]')?.textContent),
      )
      const replace = history.replaceState.bind(history)
      history.replaceState = (...given) => {
        const before = new URLSearchParams(location.search).get('doc')
        replace(...given)
        if (new URLSearchParams(location.search).get('doc') === before) return
        history.replaceState = replace
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }),
        )
      }
      return rows
    })
    await page.keyboard.press('ArrowDown')
    await expect(panel(page, '확인서.pdf')).toContainText('/ 2쪽')
    await expect(row(page, '확인서.pdf')).toBeFocused()
    expect(await passed.jsonValue()).toEqual(['부속합의서.pdf', '확인서.pdf'])
  },
)

story(
  'the preview: page position, thumbnails, zoom, full screen, and a reload that restores the place [preview-parts]',
  async ({ reader: { page, ids } }) => {
    await page.goto(`/?folder=${ids['01 계약']}&doc=${ids['01 계약/부속합의서.pdf']}`)
    const open = panel(page, '부속합의서.pdf')
    await drawn(page, 1)
    const position = open.getByRole('textbox', { name: '이동할 쪽 (전체 30쪽)' })
    await expect(position).toHaveValue('1')

    await position.fill('20')
    await position.press('Enter')
    await drawn(page, 20)
    await expect(position).toHaveValue('20')
    await expect(page).toHaveURL(/page=20/)
    await expect(page.getByRole('img', { name: '1쪽', exact: true })).toHaveCount(0)
    await position.fill('999')
    await position.press('Enter')
    await expect(position).toHaveValue('30')

    if ((await open.getByRole('listbox', { name: '썸네일' }).count()) === 0)
      await open.getByRole('button', { name: '썸네일' }).click()
    const thumbnails = open.getByRole('listbox', { name: '썸네일' })
    await expect(thumbnails.getByRole('option', { selected: true })).toHaveAccessibleName('30쪽')
    await thumbnails.focus()
    await page.keyboard.press('ArrowUp')
    await expect(position).toHaveValue('29')
    await expect(page).toHaveURL(/page=29/)

    const sheet = open.getByRole('listitem').first()
    const width = async () => (await sheet.boundingBox())?.width ?? 0
    const fit = await width()
    await open.getByRole('button', { name: '확대' }).click()
    await expect.poll(width).toBeGreaterThan(fit)
    await page.keyboard.press('-')
    await expect.poll(width).toBeCloseTo(fit, 0)
    await open.getByRole('button', { name: /^\d+% 보기$/ }).click()
    await page.getByRole('menuitem', { name: '실제 크기 (100%)' }).click()
    await expect(open.getByRole('button', { name: /^100%/ })).toBeVisible()
    // A4 is 210 mm wide; CSS has 96 pixels per inch.
    await expect.poll(width).toBeCloseTo((210 / 25.4) * 96, -1)
    await page.keyboard.press('Control+0')
    await expect.poll(width).toBeCloseTo(fit, 0)

    await open.getByRole('button', { name: '전체 화면' }).click()
    await expect.poll(async () => (await open.boundingBox())?.width).toBe(1440)
    await expect(outOfReach(page)).toContainText('부속합의서.pdf')
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await open.boundingBox())?.width).toBeLessThan(700)
    await expect(outOfReach(page)).toHaveCount(0)

    await page.reload()
    await drawn(page, 29)
    await expect(row(page, '부속합의서.pdf')).toHaveAttribute('aria-current', 'true')
    await expect(position).toHaveValue('29')
    await open.getByRole('button', { name: '닫기' }).click()
    await expect(open).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`folder=${ids['01 계약']}$`))
  },
)

story(
  'on a phone the folders are in a drawer, the document lies over the list, and both give the focus back',
  async ({ openBrowser, url, app }) => {
    const page = await (
      await openBrowser({
        session: await sessionOf(url, app.reader.pin),
        viewport: { width: 390, height: 844 },
        hasTouch: true,
      })
    ).newPage()
    await page.goto('/')
    await expect(tree(page)).toHaveCount(0)
    await page.getByRole('button', { name: '폴더 목록' }).tap()
    await branch(page, '01 계약').tap()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await row(page, '계약서 초안.pdf').getByRole('link').tap()
    await drawn(page, 1)
    const { width, height } = (await panel(page, '계약서 초안.pdf').boundingBox()) ?? {}
    expect({ width, height }).toEqual({ width: 390, height: 844 })
    await expect(outOfReach(page)).toContainText('계약서 초안.pdf')
    await panel(page, '계약서 초안.pdf').getByRole('button', { name: '닫기' }).tap()
    await expect(outOfReach(page)).toHaveCount(0)
    await expect(row(page, '계약서 초안.pdf')).toBeFocused()
  },
)
