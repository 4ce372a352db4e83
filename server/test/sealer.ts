import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { openSealedFile } from '../platform/blob/open-sealed-file.ts'
import { systemClock } from '../platform/clock/clock.ts'
import { memoryLog } from '../platform/log/memory-log.ts'
import { createRenderPool, type RenderPool, type RenderSource } from '../workers/render/index.ts'
import {
  createSealPool,
  openSealKeys,
  type PageDrawing,
  type SealKeys,
  type SealPool,
  type SealRequest,
  type SealStrength,
} from '../workers/seal/index.ts'
import { SealedFolder } from './sealed-folder.ts'

const never = new AbortController().signal

/** A sealed PDF as whoever gets it has it. */
export interface SealedCopy {
  readonly bytes: Buffer
  readonly pageCount: number
  readonly auditPages: number
  readonly strength: SealStrength | undefined
  readonly source: RenderSource
  /** Where it lies, unsealed, for programs of others. */
  readonly file: string
}

/** The colours of a page: rows of red, green, blue and opacity. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/** The sealing processes, and the viewer's engine to look at what they make. */
export interface Sealer {
  readonly keys: SealKeys
  readonly pool: RenderPool
  readonly seals: SealPool
  readonly folder: SealedFolder
  /** Seals a document; with `isSigned`, with the server's own certificate. */
  seal(pdf: Buffer, request?: Partial<SealRequest> & { readonly keys?: SealKeys }, isSigned?: boolean): Promise<SealedCopy>
  /** How a page (from 1) looks. */
  look(source: RenderSource, page: number, width: number): Promise<Picture>
  close(): Promise<void>
}

/** The key of all sealers of one process of tests: to make one takes as long as to seal a document. */
let sharedKeys: Promise<SealKeys> | undefined

function keysOfTests(): Promise<SealKeys> {
  const keyDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sealroom-seal-key-'))
  process.once('exit', () => fs.rmSync(keyDir, { recursive: true, force: true }))
  return openSealKeys({ keyDir, publicUrl: 'http://room.test', clock: systemClock })
}

export async function startSealer(): Promise<Sealer> {
  const folder = new SealedFolder()
  sharedKeys ??= keysOfTests()
  const keys = await sharedKeys
  const seals = await createSealPool({ folder: folder.path, deadlineMs: 60_000 })
  const pool = await createRenderPool({ size: 2, deadlineMs: 60_000, log: memoryLog() })
  return {
    keys,
    pool,
    seals,
    folder,
    async seal(pdf, { keys: given = keys, ...request } = {}, isSigned = false) {
      const source = folder.seal('pdf', pdf)
      const pages = request.pages ?? (await pool.inspect(source)).pages
      const signature = isSigned ? { signature: { signer: await given.signer(), at: new Date(), reason: '봉인' } } : {}
      const made = await seals.seal(source, { drawings: [], images: [], ...request, pages, ...signature }, never)
      const opened = await openSealedFile(made)
      const bytes = await buffer(opened.stream())
      await opened.close()
      await made.discard()
      const file = path.join(folder.path, `${randomUUID()}.pdf`)
      fs.writeFileSync(file, bytes)
      const { pageCount, auditPages, strength } = made
      return { bytes, pageCount, auditPages, strength, source: folder.seal('pdf', bytes), file }
    },
    async look(source, page, width) {
      const { bytes } = await pool.renderPage(source, { page, width, priority: 'visible', mark: 'unmarked' })
      const image = await loadImage(bytes)
      const context = createCanvas(image.width, image.height).getContext('2d')
      context.drawImage(image, 0, 0)
      return { width: image.width, height: image.height, data: context.getImageData(0, 0, image.width, image.height).data }
    },
    async close() {
      await Promise.all([seals.close(), pool.close()])
      folder.remove()
    },
  }
}

/** A square that fills its rectangle, in black. */
export const blackSquare = (): string => {
  const canvas = createCanvas(16, 16)
  const context = canvas.getContext('2d')
  context.fillStyle = '#000000'
  context.fillRect(0, 0, 16, 16)
  return canvas.toBuffer('image/png').toString('base64')
}

export const square = (page: number, x: number, y: number, size: number): PageDrawing => ({
  kind: 'image',
  page,
  rect: { x, y, w: size, h: size },
  image: 0,
})

/** The edges of all that is dark on a page, in shares of its width and height; undefined where nothing is. */
export function darkEdges({ width, height, data }: Picture, below = 384) {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4
      if ((data[at] ?? 255) + (data[at + 1] ?? 255) + (data[at + 2] ?? 255) > below) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  if (right < 0) return undefined
  return { left: left / width, top: top / height, right: (right + 1) / width, bottom: (bottom + 1) / height }
}

/** How far a rectangle is off its place, at most, in points of the displayed page. */
export function distance(
  picture: Picture,
  rect: { x: number; y: number; w: number; h: number },
  page: { width: number; height: number },
): number {
  const edges = darkEdges(picture)
  if (!edges) return Number.POSITIVE_INFINITY
  return Math.max(
    Math.abs(edges.left * page.width - rect.x),
    Math.abs(edges.top * page.height - rect.y),
    Math.abs(edges.right * page.width - rect.x - rect.w),
    Math.abs(edges.bottom * page.height - rect.y - rect.h),
  )
}
