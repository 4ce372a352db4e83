import './layers.css'
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'
import '../ui/tokens.css'
import '../ui/base.css'
import './commands.ts'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { expect } from 'vitest'
import { commands, page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { WireClient } from '../../server/test/wire-client.ts'
import { createHouse, type House } from '../app/house.ts'
import { Root } from '../app/root.tsx'
import { createHouseRouter } from '../app/router.tsx'
import type { RoomOfTest } from './commands.ts'

/** The client, rendered at one of its addresses for one session, against the real server. */
export interface App {
  readonly house: House
  /** Where the client is, such as `/admin/upload?folder=3`. */
  address(): string
  /** Goes to another address, as a link does. */
  go(href: string): Promise<void>
  /** Goes back in the history, as the button of the browser does. */
  back(): void
}

/** A client of the wire that has entered, agreed and, given a code, opened the operator area. */
export async function enterByWire(pin: string, code?: string): Promise<WireClient> {
  const client = new WireClient(location.origin)
  await client.join(pin)
  await client.agree()
  if (code !== undefined) await client.raise(code)
  return client
}

/** A room of the test's own with its operator, whose operator area is open. */
export async function newRoom(): Promise<RoomOfTest & { readonly operator: WireClient }> {
  const room = await commands.makeRoom()
  return { ...room, operator: await enterByWire(room.pin, room.code) }
}

let addresses = 0

/** An address that no other test uses: all tests share one outbox. */
export function newEmail(): string {
  addresses += 1
  return `person-${crypto.randomUUID().slice(0, 8)}-${addresses}@example.com`
}

/** Invites somebody and enters as that person, by the PIN of the mail. */
export async function invite(operator: WireClient, person: Readonly<Record<string, unknown>> = {}) {
  const email = newEmail()
  const { json } = await operator.invite([{ name: '이참여', email, ...person }])
  const memberId = (json.payload as readonly { id: number }[])[0]?.id ?? 0
  const pin = await commands.pinFor(email)
  return { email, memberId, pin, client: await enterByWire(pin) }
}

/** A small real PDF of `pages` pages, whose text carries `words`. */
export async function makePdf(pages = 1, words?: string, size?: readonly [number, number]): Promise<Uint8Array<ArrayBuffer>> {
  const coded = await commands.makePdf(pages, words, size)
  return Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0))
}

/** Has the browser remember the session of `client`, and nothing else. */
export function remember(client?: WireClient): void {
  localStorage.clear()
  sessionStorage.clear()
  if (client) localStorage.setItem('session', JSON.stringify({ ...client.me, agreed: true }))
}

/** Renders what is given in what stands around every screen. */
const show = (house: House, children: ReactNode) => render(<Root house={house}>{children}</Root>)

/** Renders the client at `href` with the session of `client`; without one, as a stranger sees it. */
export function openApp(href: string, client?: WireClient): Promise<App> {
  remember(client)
  return loadApp(href)
}

/** Renders the client anew at `href` with what the browser remembers, as a reload does. */
export async function loadApp(href: string): Promise<App> {
  await cleanup()
  const house = createHouse()
  const history = createMemoryHistory({ initialEntries: [href] })
  const router = createHouseRouter(house, history)
  atEnd(house.sessions.subscribe(() => void router.invalidate()))
  await show(house, <RouterProvider router={router} />)
  return {
    house,
    address: () => router.state.location.href,
    go: (to) => router.navigate({ href: to }),
    back: () => history.back(),
  }
}

/** Calls of the client from now on, as `POST /api/room/…`, with their bodies where they are text. */
export function recordCalls(): { readonly call: string; readonly body: string }[] {
  const seen: { readonly call: string; readonly body: string }[] = []
  const original = window.fetch
  window.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    seen.push({ call: `${init?.method ?? 'GET'} ${url.pathname}`, body: typeof init?.body === 'string' ? init.body : '' })
    return original(input, init)
  }
  // Forms are sent by XMLHttpRequest.
  const open = XMLHttpRequest.prototype.open
  XMLHttpRequest.prototype.open = function (method: string, url: string | URL) {
    seen.push({ call: `${method} ${new URL(url, location.href).pathname}`, body: '' })
    open.call(this, method, url, true)
  }
  atEnd(() => {
    window.fetch = original
    XMLHttpRequest.prototype.open = open
  })
  return seen
}

const endings: (() => void)[] = []

/** Has something done at the end of the test. */
export const atEnd = (work: () => void): number => endings.push(work)

const complaints: string[] = []

/** Before each test: hears what the browser complains of. */
export async function beginTest(): Promise<void> {
  await cleanup()
  complaints.length = 0
  for (const kind of ['error', 'warn'] as const) {
    const original = console[kind]
    console[kind] = (...words: unknown[]) => {
      complaints.push(`${kind}: ${words.join(' ')}`)
      original(...words)
    }
    atEnd(() => {
      console[kind] = original
    })
  }
}

/** After each test: leaves nothing to the next one, and fails where the browser complained. */
export async function endTest(): Promise<void> {
  for (const end of endings.splice(0)) end()
  await commands.mendNetwork()
  localStorage.clear()
  sessionStorage.clear()
  await page.viewport(1440, 900)
  expect(complaints, 'what the client complained of').toEqual([])
}
