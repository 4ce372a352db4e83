import type {} from '@vitest/browser-playwright'
import { expect } from 'vitest'
import { cdp, type Locator, locators, page } from 'vitest/browser'
import type { ItemRecord, WireClient } from '../../server/test/harness/wire-client.ts'
import { type App, makePdf, newRoom, openApp } from './app.tsx'
import { focus, focused, list, row } from './steps.ts'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    getByCss(selector: string): Locator
  }
}

locators.extend({ getByCss: (selector: string) => `css=${selector}` })

const DOCUMENTS = [
  '01 계약/계약서.pdf',
  '01 계약/부속합의서.pdf',
  '01 계약/이전 안/초안.pdf',
  '02 재무/재무제표.pdf',
  '안내문.pdf',
  '확인서.pdf',
]

export const FROM_START: readonly string[] = [
  ...DOCUMENTS,
  '01 계약',
  '01 계약/이전 안',
  '02 재무',
  '03 빈 폴더',
].sort()

async function itemsBelow(client: WireClient, parent = 0): Promise<ItemRecord[]> {
  const items = await client.items(parent)
  const inside = await Promise.all(
    items.filter(({ type }) => type === 5).map(({ id }) => itemsBelow(client, id)),
  )
  return [...items, ...inside.flat()]
}

export const pathsOf = async (client: WireClient): Promise<string[]> =>
  (await itemsBelow(client)).map(({ path }) => path).sort()

export const namesIn = async (client: WireClient, parent = 0): Promise<string[]> =>
  (await client.items(parent)).map(({ name }) => name)

interface OperatorOfTest {
  readonly client: WireClient
  readonly ids: Readonly<Record<string, number>>
}

export async function filledRoom(
  documents: readonly string[] = DOCUMENTS,
  emptyFolder?: string,
): Promise<OperatorOfTest> {
  const { operator: client } = await newRoom()
  const content = await makePdf(1)
  await client.upload(documents.map((path) => [path, content]))
  if (emptyFolder !== undefined) await client.newFolder(emptyFolder)
  const ids = Object.fromEntries((await itemsBelow(client)).map(({ path, id }) => [path, id]))
  return { client, ids }
}

export async function openList(client: WireClient): Promise<App> {
  const app = await openApp('/admin/upload', client)
  await expect.element(row('안내문.pdf')).toBeVisible()
  return app
}

export async function openFilledRoom(): Promise<OperatorOfTest & { readonly app: App }> {
  const operator = await filledRoom(DOCUMENTS, '03 빈 폴더')
  return { ...operator, app: await openList(operator.client) }
}

const namesOf = (found: Locator) =>
  found.elements().map((each) => each.querySelector('[data-name]')?.textContent)

export const names = () => namesOf(list().getByRole('rowheader'))

export const selected = () => namesOf(list().getByRole('row', { selected: true }))

export const sizeOf = (name: string): Locator => row(name).getByCss('.items-size')

export const chevron = (name: string): Locator =>
  row(name).getByRole('button', { name: /^(펼치기|접기): / })

export const field = (): Locator => page.getByRole('textbox', { name: /^새 이름/ })
export const menu = (): Locator => page.getByRole('menu')
export const menuItem = (name: string): Locator =>
  menu().getByRole('menuitem', { name, exact: true })
export const toast = (text: string): Locator => page.getByCss('.toast').filter({ hasText: text })
export const undo = (text: string): Promise<void> =>
  toast(text).getByRole('button', { name: '실행 취소' }).click()
export const open = (name: string): Promise<void> => row(name).getByRole('link').click()

export const stand = (name: string): Promise<void> => focus(row(name))

export const standing = () => focused()?.querySelector('[data-name]')?.textContent

export const modal = (): Locator => page.getByCss('[role=alertdialog]:not([aria-modal=false])')

export const inputOf = (target: Locator): HTMLInputElement => target.element() as HTMLInputElement

/** A syllable stays provisional until it is committed. */
export const inputMethod = {
  compose: (text: string) =>
    cdp().send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    }),
  put: (text: string) => cdp().send('Input.insertText', { text }),
}
