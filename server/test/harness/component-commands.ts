import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserCommandContext } from 'vitest/node'
import type { ComponentCommands, ViewportPoint } from '../../../web/test/commands.ts'
import { makeLockedPdf } from '../fixtures/make-locked-pdf.ts'
import { makePdf } from '../fixtures/make-pdf.ts'
import { SignerClient } from '../scenarios/signing.ts'
import { componentServer } from './component-server.ts'

const require = createRequire(import.meta.url)
const AXE = require.resolve('axe-core')

type InNode = {
  readonly [Name in keyof ComponentCommands]: (
    context: BrowserCommandContext,
    ...rest: Parameters<ComponentCommands[Name]>
  ) => ReturnType<ComponentCommands[Name]>
}

interface Axe {
  readonly axe: {
    run(of: Document): Promise<{
      readonly violations: readonly {
        readonly id: string
        readonly nodes: readonly { readonly target: readonly string[] }[]
      }[]
    }>
  }
}

async function onPage(
  { page }: BrowserCommandContext,
  { x, y }: ViewportPoint,
): Promise<ViewportPoint> {
  const frame = page.locator('iframe[data-vitest]')
  const box = await frame.boundingBox()
  const width = await frame.evaluate((element) => (element as HTMLIFrameElement).offsetWidth)
  if (!box) throw new Error('the iframe of the tests is not shown')
  const scale = box.width / width
  return { x: box.x + x * scale, y: box.y + y * scale }
}

const held = new WeakMap<object, Map<string, () => void>>()

function heldOn({ page }: BrowserCommandContext): Map<string, () => void> {
  const known = held.get(page) ?? new Map<string, () => void>()
  held.set(page, known)
  return known
}

const watched = new WeakMap<object, { readonly seen: string[]; readonly end: () => void }>()

export const componentCommands: InNode = {
  makeRoom: (_context, name) => componentServer().rooms.make(name),
  rooms: (_context, method, ...rest) =>
    (componentServer().rooms[method] as (...all: readonly unknown[]) => Promise<unknown>)(...rest),
  pinFor: (_context, email) => componentServer().mailbox.pinFor(email),
  codeFor: (_context, email) => componentServer().mailbox.codeFor(email),
  stepCodeFor: (_context, email) => componentServer().mailbox.stepCodeFor(email),
  signLinkFor: (_context, email) => componentServer().mailbox.signLinkFor(email),
  makePdf: async (_context, pages, words, size) =>
    Buffer.from(makePdf(pages, words, size)).toString('base64'),

  async moveMouse(context, to, steps = 1) {
    const { x, y } = await onPage(context, to)
    await context.page.mouse.move(x, y, { steps })
  },
  pressMouse: ({ page }, button = 'left') => page.mouse.down({ button }),
  releaseMouse: ({ page }, button = 'left') => page.mouse.up({ button }),
  turnWheel: ({ page }, deltaX, deltaY) => page.mouse.wheel(deltaX, deltaY),
  press: ({ page }, key) => page.keyboard.press(key),
  typeText: ({ page }, text) => page.keyboard.type(text),
  holdKey: ({ page }, key) => page.keyboard.down(key),
  releaseKey: ({ page }, key) => page.keyboard.up(key),
  emulate: ({ page }, media) => page.emulateMedia(media),
  grant: ({ context }, permissions) => context.grantPermissions([...permissions]),

  setOffline: ({ context }, isOffline) => context.setOffline(isOffline),
  async hold(context, pattern) {
    const released = new Promise<void>((resolve) => heldOn(context).set(pattern, resolve))
    await context.page.route(new RegExp(pattern), async (route) => {
      await released
      // `letGo` may have continued it.
      await route.continue().catch(() => undefined)
    })
  },
  async letGo(context, pattern) {
    heldOn(context).get(pattern)?.()
    heldOn(context).delete(pattern)
    await context.page.unroute(new RegExp(pattern))
  },
  async cut({ page }, pattern, times, isAnswered = false) {
    await page.route(
      new RegExp(pattern),
      async (route) => {
        if (isAnswered) await route.fetch()
        await route.abort()
      },
      { times },
    )
  },
  async fulfil({ page }, pattern, status, json) {
    await page.route(new RegExp(pattern), (route) => route.fulfill({ status, json }))
  },
  watchRequests: async ({ page }) => {
    watched.get(page)?.end()
    const seen: string[] = []
    const see = (request: { method(): string; url(): string }) =>
      void seen.push(`${request.method()} ${new URL(request.url()).pathname}`)
    page.on('request', see)
    watched.set(page, { seen, end: () => page.off('request', see) })
  },
  requestsSeen: async ({ page }) => watched.get(page)?.seen ?? [],
  async mendNetwork(context) {
    watched.get(context.page)?.end()
    watched.delete(context.page)
    for (const release of heldOn(context).values()) release()
    heldOn(context).clear()
    await context.page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.context.setOffline(false)
  },

  async layOut(_context, files) {
    const folder = await mkdtemp(path.join(tmpdir(), 'sealroom-drop-'))
    for (const [name, content] of Object.entries(files)) {
      const place = path.join(folder, name)
      await mkdir(content === null ? place : path.dirname(place), { recursive: true })
      if (content !== null) await writeFile(place, Buffer.from(content, 'base64'))
    }
    return folder
  },
  clearAway: (_context, folder) => rm(folder, { recursive: true }),
  async dropAt(context, at, { files, items }) {
    const place = await onPage(context, at)
    const devtools = await context.context.newCDPSession(context.page)
    const data = { files: [...files], items: [...items], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devtools.send('Input.dispatchDragEvent', { ...place, type, data })
    await devtools.detach()
  },
  async axe(context) {
    const frame = await context.frame()
    if (!(await frame.evaluate(() => 'axe' in window)))
      await frame.evaluate(await readFile(AXE, 'utf8'))
    const { violations } = await frame.evaluate(() => (window as unknown as Axe).axe.run(document))
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id} at ${target.join(' ')}`),
    )
  },
  makeLockedPdf: async (_context, password) =>
    Buffer.from(await makeLockedPdf(password)).toString('base64'),
  sign: async (_context, link) =>
    (await new SignerClient(componentServer().server.url, new URL(link).hash.slice(1)).sign()).http,
}
