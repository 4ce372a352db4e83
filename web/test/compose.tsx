import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import type { Template } from '../../contract/features/composed.ts'
import { draftOf, getTemplate, given } from '../../server/test/composing.ts'
import { makePdf } from '../../server/test/make-pdf.ts'
import type { WireClient } from '../../server/test/wire-client.ts'
import { ComposeApp } from '../app/compose-app.tsx'
import { createHouse } from '../app/house.ts'
import { atEnd, newRoom, remember } from './app.tsx'
import type { RoomOfTest } from './commands.ts'
import './locating.ts'

export const NAME = '계약서.pdf'

/** An operator who composes in a room of their own. */
export interface Author {
  readonly room: RoomOfTest
  readonly wire: WireClient
  /** A draft with one signer, and what of it is stored now. */
  draft(bytes?: Uint8Array): Promise<Template>
  stored(templateId: number): Promise<Template>
  /** Another draft, in the editor; its id. */
  edit(): Promise<number>
}

export async function newAuthor(): Promise<Author> {
  const { operator: wire, ...room } = await newRoom()
  const draft = (pdf: Uint8Array = makePdf(3)) =>
    draftOf({ operator: wire }, { pdf, name: NAME, people: [{ name: '홍길동', email: 'hong@example.com' }] })
  return {
    room,
    wire,
    draft,
    stored: async (templateId) => given<Template>(await getTemplate(wire, templateId)),
    async edit() {
      const { templateId } = await draft()
      await openEditor(wire, templateId)
      return templateId
    },
  }
}

// The address of the iframe is the page's for a test.
const home = location.href

/** Renders the composing tool at one of its addresses; a second time in a test, as if its page had been loaded anew. */
export async function openCompose(href: string, client: WireClient): Promise<void> {
  await cleanup()
  remember(client)
  atEnd(() => history.replaceState(null, '', home))
  history.pushState(null, '', href)
  await render(<ComposeApp house={createHouse()} />)
}

/** Goes back or forward in the history, as the buttons of the browser do. */
export async function travel(where: 'back' | 'forward'): Promise<void> {
  const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  history[where]()
  await arrived
}

/** The editor of a document, with its first page drawn. */
export async function openEditor(client: WireClient, templateId: number): Promise<void> {
  await openCompose(`/compose/edit/${templateId}`, client)
  await expect.element(drawn()).toBeVisible()
}

/** A page of a document in the editor. */
export const sheet = (number = 1, within: Pick<Locator, 'getByRole'> = page): Locator =>
  within.getByRole('region', { name: `${number}쪽`, exact: true })
/** What is drawn of it. */
export const drawn = (number = 1): Locator => sheet(number).getByCss('.page-canvas[data-drawn]')
/** What places a box or a mark. */
export const tool = (name: string): Locator => page.getByRole('region', { name: '입력란 놓기' }).getByRole('button', { name, exact: true })
export const signBox = (): Locator => page.getByRole('button', { name: /^서명란, / })
export const saved = (): Locator => page.getByText('저장됨', { exact: true })
/** What can be done with the document that is shown. */
export const act = (name: string): Locator => page.getByRole('group', { name: '문서 작업' }).getByRole('button', { name, exact: true })

/** A seal as the file of a PNG, seen through as ink is. */
export async function stampPng(width: number, height: number): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('nothing can be drawn')
  drawing.fillStyle = 'rgb(200 0 0 / 50%)'
  drawing.fillRect(0, 0, width, height)
  return new File([await canvas.convertToBlob()], '도장.png', { type: 'image/png' })
}
