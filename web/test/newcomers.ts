import { expect } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import type { WireClient } from '../../server/test/wire-client.ts'
import { type App, enterByWire, invite, makePdf, newRoom, openApp } from './app.tsx'
import { nextAnswer } from './calls.ts'

/** People who are in a room for the first time. */
interface Newcomers {
  readonly pin: string
  readonly code: string
  /** The operator, with the operator area open. */
  readonly operator: WireClient
  readonly reader: WireClient
  readonly roomId: number
}

/** A room with two documents and people who are there for the first time. */
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

/** A session of an operator whose operator area is not open yet. */
export const beforeTheGate = ({ pin }: Pick<Newcomers, 'pin'>): Promise<WireClient> => enterByWire(pin)

export const guide = (): Locator => page.getByRole('region', { name: '이용 안내' })
export const cards = (): Locator => guide().getByRole('article')
export const guideButton = (): Locator => page.getByRole('banner').getByRole('button', { name: '이용 안내' })
export const manual = (): Locator => page.getByRole('dialog', { name: /^사용 설명서/ })
export const titles = (): Locator => guide().getByRole('heading')

/** Closes a card, and waits until the server knows. */
export async function closeCard(title: string): Promise<void> {
  const told = nextAnswer('/room/api/room/guides/close')
  await guide()
    .getByRole('button', { name: `닫기: ${title}` })
    .click()
  expect((await told).ok).toBe(true)
}

/** Opens a screen, and waits until it knows which guides were closed. */
export async function visit(href: string, client: WireClient): Promise<App> {
  const known = nextAnswer('/room/api/room/guides')
  const app = await openApp(href, client)
  await known
  return app
}
