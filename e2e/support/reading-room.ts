import type { Locator, Page } from '@playwright/test'
import PDFDocument from 'pdfkit'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { WireClient } from '../../server/test/harness/wire-client.ts'
import { sessionOf } from './furnished-room.ts'
import { test as base, expect, type StoryBrowserOptions } from './server-fixture.ts'

export const PASSWORD = 'deal-2026'
export const LONG_PAGES = 2_000
const LONG_NAME = '총람.pdf'

type Pdf = InstanceType<typeof PDFDocument>

async function pdf(
  options: ConstructorParameters<typeof PDFDocument>[0],
  write: (document: Pdf) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const document = new PDFDocument({ size: 'A4', ...options })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => document.on('end', resolve))
  write(document)
  document.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
}

const agreement = (address: string) =>
  pdf({ bufferPages: true }, (document) => {
    for (const number of [1, 2, 3]) {
      if (number > 1) document.addPage()
      document
        .fontSize(20)
        .text(`Share purchase agreement ${number}`, 72, 100, { lineBreak: false })
      document.fontSize(14).text('between seller and buyer', 72, 140, { lineBreak: false })
    }
    document.addNamedDestination('end', 'Fit')
    document.switchToPage(0)
    document.goTo(72, 200, 200, 20, 'end')
    document.link(72, 240, 200, 20, address)
  })

const locked = () =>
  pdf({ userPassword: PASSWORD, ownerPassword: 'owner' }, (document) =>
    document.fontSize(20).text('Locked terms', 72, 100),
  )

interface ReadingRoom {
  readonly operator: WireClient
  readonly page: Page
  readonly readerId: number
  readonly ids: Readonly<Record<string, number>>
  show(name: string): Promise<Locator>
}

const READER = { name: '이참여', email: 'reading@house.example' }

export const story = base.extend<{
  /** Stories override this with `story.use({ device: { deviceScaleFactor: 2 } })`. */
  device: StoryBrowserOptions
  reading: ReadingRoom
}>({
  device: [{}, { option: true }],
  reading: async ({ openBrowser, url, room, mailbox, device }, use) => {
    const operator = new WireClient(url)
    await operator.join(room.pin)
    await operator.agree()
    await operator.elevate(room.code)
    await operator.upload([
      ['계약서.pdf', await agreement(`${url}/about`)],
      ['잠긴 문서.pdf', await locked()],
    ])
    const ids: Record<string, number> = Object.fromEntries(
      (await operator.items()).map(({ name, id }) => [name, id]),
    )
    const invited = (await operator.invite([READER])).json.payload as readonly { id: number }[]
    const session = await sessionOf(url, await mailbox.pinFor(READER.email))
    const context = await openBrowser({
      session,
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
      ...device,
    })
    const page = await context.newPage()
    await use({
      operator,
      page,
      readerId: invited[0]?.id ?? 0,
      ids,
      async show(name) {
        if (name === LONG_NAME)
          ids[name] ??= await operator.put(name, makePdf(LONG_PAGES, 'DOCUMENT'))
        await page.goto(`/?doc=${ids[name]}`)
        const panel = page.getByRole('region', { name, exact: true })
        await expect(panel).toBeVisible()
        return panel
      },
    })
  },
})

export async function drawn(panel: Locator, number: number): Promise<void> {
  const image = panel.getByRole('img', { name: `${number}쪽`, exact: true })
  await expect
    .poll(() =>
      image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth),
    )
    .toBeGreaterThan(0)
}

export const sheetWidth = async (panel: Locator): Promise<number> =>
  (await panel.getByRole('listitem').first().boundingBox())?.width ?? 0

export const zoomOf = async (panel: Locator): Promise<number> =>
  Number.parseInt(
    (await panel.getByRole('button', { name: /^\d+% 보기$/ }).textContent()) ?? '',
    10,
  )

export const word = (panel: Locator, text: string): Locator =>
  panel.locator('.viewer-text span').filter({ hasText: text }).first()

export async function selectBetween(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = await Promise.all([from.boundingBox(), to.boundingBox()])
  if (!start || !end) throw new Error('a word is not on the screen')
  await page.mouse.move(start.x + 0.5, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width - 0.5, end.y + end.height / 2, { steps: 8 })
  await page.mouse.up()
}

export const pagesOf = (panel: Locator): Locator => panel.getByRole('region', { name: '페이지' })

export const density = (panel: Locator): Promise<number> =>
  pagesOf(panel).evaluate((view) => {
    const seen = view.getBoundingClientRect()
    const isAt = ({ left, right, top, bottom }: DOMRect, x: number, y: number) =>
      x > left && x < right && y > top && y < bottom
    const images = [...view.querySelectorAll<HTMLImageElement>('.viewer-sheet img')].map(
      (image) => ({
        place: image.getBoundingClientRect(),
        pixels: image.complete ? image.naturalWidth * image.naturalHeight : 0,
      }),
    )
    const sheets = [...view.querySelectorAll('.viewer-sheet')].map((sheet) =>
      sheet.getBoundingClientRect(),
    )
    let least = Number.POSITIVE_INFINITY
    for (let x = seen.left + 3; x < seen.left + view.clientWidth; x += 37) {
      for (let y = seen.top + 3; y < seen.bottom; y += 31) {
        if (!sheets.some((sheet) => isAt(sheet, x, y))) continue
        const shown = images.findLast(({ place }) => isAt(place, x, y))
        const screen = shown ? shown.place.width * shown.place.height * devicePixelRatio ** 2 : 1
        least = Math.min(least, Math.sqrt((shown?.pixels ?? 0) / screen))
      }
    }
    return least
  })

/** Tile edges align with whole pixels, so the ratio is slightly below 1. */
export const SHARP = 0.995

export const watchWhole = (page: Page) =>
  page.evaluate(() => {
    const seen = { gaps: 0 }
    Object.assign(window, { seen })
    const look = () => {
      const shown = document.querySelector<HTMLImageElement>(
        '.viewer-sheet[aria-posinset="1"] img[alt="1쪽"]',
      )
      if (!shown?.complete || shown.naturalWidth === 0) seen.gaps += 1
      requestAnimationFrame(look)
    }
    look()
  })

export const gaps = (page: Page) =>
  page.evaluate(() => Reflect.get(Reflect.get(window, 'seen'), 'gaps'))

export async function spotAt(panel: Locator, { x, y }: { readonly x: number; readonly y: number }) {
  const box = await panel.locator('.viewer-sheet[aria-posinset="1"]').boundingBox()
  if (!box) throw new Error('the first page is not drawn')
  return { x: (x - box.x) / box.width, y: (y - box.y) / box.height }
}

export async function pointIn(panel: Locator, x: number, y: number) {
  const box = await pagesOf(panel).boundingBox()
  if (!box) throw new Error('the pages are not on the screen')
  return { x: Math.round(box.x + x * box.width), y: Math.round(box.y + y * box.height) }
}

export const windowScale = (page: Page) =>
  page.evaluate(() => ({ pinch: visualViewport?.scale, ratio: devicePixelRatio }))

export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

export const setClipboard = (page: Page, text: string) =>
  page.evaluate((value) => navigator.clipboard.writeText(value), text)

export interface ReadingReport {
  readonly type: string
  readonly page: number
}

export function reportsOf(page: Page): ReadingReport[] {
  const reports: ReadingReport[] = []
  page.on('response', async (response) => {
    const request = response.request()
    if (request.method() !== 'POST' || !request.url().endsWith('/room/api/room/activity')) return
    if (response.ok()) reports.push(...(request.postDataJSON() as ReadingReport[]))
  })
  return reports
}

export const isVeiled = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.viewer-pages > *')].every(
      (element) => getComputedStyle(element).opacity === '0',
    ),
  )
