import type {} from '@vitest/browser-playwright'
import { expect } from 'vitest'
import { cdp, type Locator, locators, page } from 'vitest/browser'
import type { ItemRecord, WireClient } from '../../server/test/wire-client.ts'
import { type App, makePdf, newRoom, openApp } from './app.tsx'
import { focus, focused, list, row } from './steps.ts'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** What has no role or name of its own, by a CSS selector. */
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

/** Every path of the room of a test, at its beginning. */
export const FROM_START: readonly string[] = [...DOCUMENTS, '01 계약', '01 계약/이전 안', '02 재무', '03 빈 폴더'].sort()

async function itemsBelow(client: WireClient, parent = 0): Promise<ItemRecord[]> {
  const items = await client.items(parent)
  const inside = await Promise.all(items.filter(({ type }) => type === 5).map(({ id }) => itemsBelow(client, id)))
  return [...items, ...inside.flat()]
}

export const pathsOf = async (client: WireClient): Promise<string[]> => (await itemsBelow(client)).map(({ path }) => path).sort()

/** Names of what a folder holds, in the order of the server. */
export const namesIn = async (client: WireClient, parent = 0): Promise<string[]> => (await client.items(parent)).map(({ name }) => name)

/** An operator in a room of documents. */
interface OperatorOfTest {
  /** Fills the room and looks at what came of it: another hand in the same session. */
  readonly client: WireClient
  /** Every folder and file, by its path. */
  readonly ids: Readonly<Record<string, number>>
}

/** A room of the test's own with documents. */
export async function filledRoom(documents: readonly string[] = DOCUMENTS, emptyFolder?: string): Promise<OperatorOfTest> {
  const { operator: client } = await newRoom()
  const content = await makePdf(1)
  await client.upload(documents.map((path) => [path, content]))
  if (emptyFolder !== undefined) await client.newFolder(emptyFolder)
  const ids = Object.fromEntries((await itemsBelow(client)).map(({ path, id }) => [path, id]))
  return { client, ids }
}

/** Opens the list of files of an operator, and waits until it is there. */
export async function openList(client: WireClient): Promise<App> {
  const app = await openApp('/admin/upload', client)
  await expect.element(row('안내문.pdf')).toBeVisible()
  return app
}

/** The list of files of the operator of the test's own room, which holds the paths of `FROM_START`. */
export async function openFilledRoom(): Promise<OperatorOfTest & { readonly app: App }> {
  const operator = await filledRoom(DOCUMENTS, '03 빈 폴더')
  return { ...operator, app: await openList(operator.client) }
}

const namesOf = (found: Locator) => found.elements().map((each) => each.querySelector('[data-name]')?.textContent)

/** Names of the rows that are drawn, from above. */
export const names = () => namesOf(list().getByRole('rowheader'))

/** Names of the rows that are selected, from above. */
export const selected = () => namesOf(list().getByRole('row', { selected: true }))

/** The cell in which the size of an item stands: a place of its row where nothing else is. */
export const sizeOf = (name: string): Locator => row(name).getByCss('.items-size')

/** What opens and closes a folder in its place. */
export const chevron = (name: string): Locator => row(name).getByRole('button', { name: /^(펼치기|접기): / })

/** The field in which the new name of an item is typed. */
export const field = (): Locator => page.getByRole('textbox', { name: /^새 이름/ })
export const menu = (): Locator => page.getByRole('menu')
export const menuItem = (name: string): Locator => menu().getByRole('menuitem', { name, exact: true })
export const toast = (text: string): Locator => page.getByCss('.toast').filter({ hasText: text })
export const undo = (text: string): Promise<void> => toast(text).getByRole('button', { name: '실행 취소' }).click()
export const open = (name: string): Promise<void> => row(name).getByRole('link').click()

/** Takes the focus to a row as the keyboard does. */
export const stand = (name: string): Promise<void> => focus(row(name))

/** Name of the item whose row has the focus. */
export const standing = () => focused()?.querySelector('[data-name]')?.textContent

/** What is asked or told and waits for an answer. */
export const modal = (): Locator => page.getByCss('[role=alertdialog]:not([aria-modal=false])')

/** The field of a text as the browser has it, with its caret. */
export const inputOf = (target: Locator): HTMLInputElement => target.element() as HTMLInputElement

/** Writes as an input method does: a syllable is under way until it is put in. */
export const inputMethod = {
  compose: (text: string) => cdp().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length }),
  put: (text: string) => cdp().send('Input.insertText', { text }),
}
