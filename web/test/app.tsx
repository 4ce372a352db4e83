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
import { WireClient } from '../../server/test/harness/wire-client.ts'
import { type AppContext, createAppContext } from '../app/app-context.ts'
import { Root } from '../app/root.tsx'
import { createAppRouter } from '../app/router.tsx'
import type { RoomOfTest } from './commands.ts'

export interface App {
  readonly app: AppContext
  address(): string
  go(href: string): Promise<void>
  back(): void
}

export async function enterByWire(pin: string, code?: string): Promise<WireClient> {
  const client = new WireClient(location.origin)
  await client.join(pin)
  await client.agree()
  if (code !== undefined) await client.elevate(code)
  return client
}

export async function newRoom(): Promise<RoomOfTest & { readonly operator: WireClient }> {
  const room = await commands.makeRoom()
  return { ...room, operator: await enterByWire(room.pin, room.code) }
}

let addresses = 0

export function newEmail(): string {
  addresses += 1
  return `person-${crypto.randomUUID().slice(0, 8)}-${addresses}@example.com`
}

export async function invite(operator: WireClient, person: Readonly<Record<string, unknown>> = {}) {
  const email = newEmail()
  const { json } = await operator.invite([{ name: '이참여', email, ...person }])
  const memberId = (json.payload as readonly { id: number }[])[0]?.id ?? 0
  const pin = await commands.pinFor(email)
  return { email, memberId, pin, client: await enterByWire(pin) }
}

export async function makePdf(
  pages = 1,
  words?: string,
  size?: readonly [number, number],
): Promise<Uint8Array<ArrayBuffer>> {
  const coded = await commands.makePdf(pages, words, size)
  return Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0))
}

export function remember(client?: WireClient): void {
  localStorage.clear()
  sessionStorage.clear()
  if (client) localStorage.setItem('session', JSON.stringify({ ...client.me, agreed: true }))
}

const show = (app: AppContext, children: ReactNode) => render(<Root app={app}>{children}</Root>)

export function openApp(href: string, client?: WireClient): Promise<App> {
  remember(client)
  return loadApp(href)
}

export async function loadApp(href: string): Promise<App> {
  await cleanup()
  const app = createAppContext()
  const history = createMemoryHistory({ initialEntries: [href] })
  const router = createAppRouter(app, history)
  atEnd(app.sessions.subscribe(() => void router.invalidate()))
  await show(app, <RouterProvider router={router} />)
  return {
    app,
    address: () => router.state.location.href,
    go: (to) => router.navigate({ href: to }),
    back: () => history.back(),
  }
}

export function recordCalls(): { readonly call: string; readonly body: string }[] {
  const seen: { readonly call: string; readonly body: string }[] = []
  const original = window.fetch
  window.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    seen.push({
      call: `${init?.method ?? 'GET'} ${url.pathname}`,
      body: typeof init?.body === 'string' ? init.body : '',
    })
    return original(input, init)
  }
  // Forms use XMLHttpRequest.
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

export const atEnd = (work: () => void): number => endings.push(work)

const complaints: string[] = []

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

export async function endTest(): Promise<void> {
  for (const end of endings.splice(0)) end()
  await commands.mendNetwork()
  localStorage.clear()
  sessionStorage.clear()
  await page.viewport(1440, 900)
  // Reports print only the message.
  expect(
    complaints,
    `what the client complained of: ${complaints.join('; ').slice(0, 1_000)}`,
  ).toEqual([])
}
