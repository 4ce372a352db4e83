import type { Page } from '@playwright/test'
import { makePdf } from '../server/test/make-pdf.ts'
import { field as newNameOf, stand, story } from './filled-room.ts'
import { expect } from './server-fixture.ts'
import { list, row } from './steps.ts'

const LIST = '**/room/api/file/file/list'

const newName = (page: Page) => page.getByRole('textbox', { name: '폴더 이름' })
const createFolder = (page: Page) => page.getByRole('button', { name: '폴더 만들기' })
const many = (prefix: string) => Array.from({ length: 60 }, (_, index) => [`${prefix}${index + 10}.pdf`, makePdf(1)] as const)

/** Writes as an input method does: a syllable is under way until it is put in. */
async function inputMethod(page: Page) {
  const session = await page.context().newCDPSession(page)
  return {
    compose: (text: string) => session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length }),
    put: (text: string) => session.send('Input.insertText', { text }),
  }
}

/** Lets no list come until it is told to. */
async function holdLists(page: Page): Promise<() => void> {
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(LIST, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

story(
  'a folder is named before its list has come, and goes on being named while that comes, changes and is scrolled',
  async ({ operator: { page, client } }) => {
    await client.upload(many(''))
    const ime = await inputMethod(page)
    const letListsCome = await holdLists(page)
    await page.reload()
    await createFolder(page).click()
    await expect(newName(page)).toBeFocused()
    const input = await newName(page).elementHandle()
    const caret = () => newName(page).evaluate((element: HTMLInputElement) => element.selectionStart)
    await page.keyboard.type('가나')
    await page.keyboard.press('ArrowLeft')
    await expect(list(page).getByRole('rowheader')).toHaveCount(0)
    letListsCome()
    await expect(row(page, '01 계약')).toBeVisible()
    await expect(newName(page)).toHaveValue('가나')
    await expect(newName(page)).toBeFocused()
    expect(await caret()).toBe(1)

    await ime.compose('재')
    await client.newFolder('00 먼저')
    await expect(row(page, '00 먼저')).toBeVisible()
    await ime.compose('잼')
    await expect(newName(page)).toHaveValue('가잼나')
    const [first] = await client.items()
    await client.deleteItem(first?.id ?? 0, first?.name)
    await expect(row(page, '00 먼저')).toHaveCount(0)
    await page.mouse.move(700, 600)
    await page.mouse.wheel(0, 10_000)
    await expect(row(page, '확인서.pdf')).toBeInViewport()
    await expect(newName(page)).toBeInViewport()
    await ime.compose('재무')
    await ime.put('재무')
    await expect(newName(page)).toHaveValue('가재무나')
    await expect(newName(page)).toBeFocused()
    expect(await caret()).toBe(3)
    expect(await input?.evaluate((element) => element.isConnected), 'the field was never another one').toBe(true)
    await page.keyboard.press('Enter')
    await expect(newName(page)).toHaveCount(0)
    await expect(row(page, '가재무나')).toBeFocused()
  },
)

story(
  'a folder gets its name also where its list cannot be had, and is in it once that can',
  async ({ operator: { page }, strictness }) => {
    strictness.expectRefusals(/\/file\/file\/list$/)
    await page.route(LIST, (route) => route.fulfill({ status: 500, json: { status: 'EXCEPTION', code: 'INTERNAL', payload: '실패' } }))
    await page.reload()
    const retry = page.getByRole('main').getByRole('button', { name: '다시 시도' })
    await expect(retry).toBeVisible()
    await createFolder(page).click()
    await expect(newName(page)).toBeFocused()
    await page.keyboard.type('04 세무')
    await page.unroute(LIST)
    await retry.click()
    await expect(row(page, '01 계약')).toBeVisible()
    await expect(newName(page)).toHaveValue('04 세무')
    await newName(page).press('Enter')
    await expect(newName(page)).toHaveCount(0)
    await expect(row(page, '04 세무')).toBeFocused()
  },
)

story(
  'a row keeps the field of its new name while others come before it, change places with it, and it is scrolled away',
  async ({ operator: { page, client, ids } }) => {
    const ime = await inputMethod(page)
    await client.upload(many('하 '))
    await stand(page, '안내문.pdf')
    await page.keyboard.press('F2')
    await ime.compose('안')
    await client.newFolder('00 먼저')
    await expect(row(page, '00 먼저')).toHaveCount(1)
    await ime.compose('앉')
    await expect(newNameOf(page)).toHaveValue('앉')
    await client.renameItem(ids['확인서.pdf'] ?? 0, '가 확인서')
    await expect(row(page, '가 확인서.pdf')).toHaveCount(1)
    await ime.compose('않')
    await expect(newNameOf(page)).toHaveValue('않')
    await page.mouse.move(700, 600)
    await page.mouse.wheel(0, 10_000)
    await expect(row(page, '하 69.pdf')).toBeInViewport()
    await ime.put('않음')
    await expect(newNameOf(page)).toHaveValue('않음')
    await expect(newNameOf(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(row(page, '않음.pdf')).toBeFocused()
  },
)
