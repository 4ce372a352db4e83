import { expect } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import type { WireClient } from '../../server/test/harness/wire-client.ts'
import { type App, enterByWire, invite, makePdf, newRoom, openApp } from './app.tsx'
import { nextAnswer } from './calls.ts'

interface Newcomers {
  readonly pin: string
  readonly code: string
  readonly operator: WireClient
  readonly reader: WireClient
  readonly roomId: number
}

export async function newcomers(): Promise<Newcomers> {
  const { roomId, pin, code, operator } = await newRoom()
  await operator.upload([
    ['안내문.pdf', await makePdf(2)],
    ['확인서.pdf', await makePdf(1)],
  ])
  const { client: reader } = await invite(operator, { name: '이참여0' })
  await commands.rooms('asNewcomers', roomId)
  return { roomId, pin, code, operator, reader }
}

export const beforeTheGate = ({ pin }: Pick<Newcomers, 'pin'>): Promise<WireClient> =>
  enterByWire(pin)

export const guide = (): Locator => page.getByRole('region', { name: '이용 안내' })
export const cards = (): Locator => guide().getByRole('article')
export const guideButton = (): Locator =>
  page.getByRole('banner').getByRole('button', { name: '이용 안내' })
export const manual = (): Locator => page.getByRole('dialog', { name: /^사용 설명서/ })
export const titles = (): Locator => guide().getByRole('heading')

export async function closeCard(title: string): Promise<void> {
  const reported = nextAnswer('/room/api/room/guides/close')
  await guide()
    .getByRole('button', { name: `닫기: ${title}` })
    .click()
  expect((await reported).ok).toBe(true)
}

export async function visit(href: string, client: WireClient): Promise<App> {
  const known = nextAnswer('/room/api/room/guides')
  const app = await openApp(href, client)
  await known
  return app
}
