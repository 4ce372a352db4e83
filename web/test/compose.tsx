import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import type { Template } from '../../contract/features/composed.ts'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import type { WireClient } from '../../server/test/harness/wire-client.ts'
import { draftOf, getTemplate, given } from '../../server/test/scenarios/composing.ts'
import { createAppContext } from '../app/app-context.ts'
import { ComposeApp } from '../app/compose/compose-app.tsx'
import { atEnd, newRoom, remember } from './app.tsx'
import type { RoomOfTest } from './commands.ts'
import './locating.ts'

export const NAME = '계약서.pdf'

export interface Author {
  readonly room: RoomOfTest
  readonly wire: WireClient
  draft(bytes?: Uint8Array): Promise<Template>
  stored(templateId: number): Promise<Template>
  edit(): Promise<number>
}

export async function newAuthor(): Promise<Author> {
  const { operator: wire, ...room } = await newRoom()
  const draft = (pdf: Uint8Array = makePdf(3)) =>
    draftOf(
      { operator: wire },
      { pdf, name: NAME, people: [{ name: '홍길동', email: 'hong@example.com' }] },
    )
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

const home = location.href

export async function openCompose(href: string, client: WireClient): Promise<void> {
  await cleanup()
  remember(client)
  atEnd(() => history.replaceState(null, '', home))
  history.pushState(null, '', href)
  await render(<ComposeApp app={createAppContext()} />)
}

export async function travel(where: 'back' | 'forward'): Promise<void> {
  const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  history[where]()
  await arrived
}

export async function openEditor(client: WireClient, templateId: number): Promise<void> {
  await openCompose(`/compose/edit/${templateId}`, client)
  await expect.element(drawn()).toBeVisible()
}

export const sheet = (number = 1, within: Pick<Locator, 'getByRole'> = page): Locator =>
  within.getByRole('region', { name: `${number}쪽`, exact: true })
export const drawn = (number = 1): Locator => sheet(number).getByCss('.page-canvas[data-drawn]')
export const tool = (name: string): Locator =>
  page.getByRole('region', { name: '입력란 놓기' }).getByRole('button', { name, exact: true })
export const signBox = (): Locator => page.getByRole('button', { name: /^서명란, / })
export const saved = (): Locator => page.getByText('저장됨', { exact: true })
export const act = (name: string): Locator =>
  page.getByRole('group', { name: '문서 작업' }).getByRole('button', { name, exact: true })

export async function stampPng(width: number, height: number): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('nothing can be drawn')
  drawing.fillStyle = 'rgb(200 0 0 / 50%)'
  drawing.fillRect(0, 0, width, height)
  return new File([await canvas.convertToBlob()], '도장.png', { type: 'image/png' })
}
