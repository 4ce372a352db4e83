/** Other errors end the worker. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import {
  type Area,
  imageSize,
  type Size,
  tileArea,
  tiledSize,
} from '../../../paper/raster/page-raster.ts'
import { type WatermarkLayer, watermarkInPixels } from '../../../paper/watermark/layout.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { BasePages } from './base-pages.ts'
import { Documents } from './documents.ts'
import { FoldedPages } from './folded-pages.ts'
import { isGray } from './is-gray.ts'
import type { Bitmap, OpenDocument } from './open-document.ts'
import { MAX_WASM_BYTES } from './pdfium/compiled-wasm.ts'
import { createPdfiumEngine } from './pdfium/pdfium-engine.ts'
import { PixelBuffers } from './pixel-buffers.ts'
import { Lru } from './pool/lru.ts'
import type {
  Inspection,
  RenderOutcome,
  RenderSource,
  Reply,
  Task,
  WorkerStart,
} from './protocol.ts'
import { RenderError, type RenderFailure } from './render-error.ts'
import { findIn } from './text/find-in.ts'
import { textRuns } from './text/page-text.ts'
import { readPages } from './text/read-pages.ts'
import { checkMark } from './watermark/check-mark.ts'
import { widenedToAreas } from './watermark/dark-areas.ts'
import { blendWatermark, drawMark, isDrawnOnce, type MarkPixels } from './watermark/draw-mark.ts'
import { noiseSeed, opacityNoise } from './watermark/opacity-noise.ts'

/** PDFium never returns memory. */
const WORN_BYTES = MAX_WASM_BYTES / 2
const WORN_OPENINGS = 200
/** Then keys and files are released. */
const IDLE_MS = 60_000
/** Cached watermark lines take 4 bytes per pixel. */
const MAX_MARK_PIXELS = 4_000_000

const { wasm, deadlineMs, baseBytes }: WorkerStart = workerData
const buffers = new PixelBuffers()
const engine = await createPdfiumEngine(wasm, buffers)
const documents = new Documents(engine, deadlineMs)
const folded = new FoldedPages()
const bases = new BasePages(baseBytes, buffers)
const marks = new Lru<MarkPixels>(MAX_MARK_PIXELS, { weight: ({ coverage }) => coverage.length })
let idle: NodeJS.Timeout | undefined

const pool = requirePort()
pool.on('message', (task: Task) => {
  void answer(task)
})
post({ type: 'ready' })

/** These errors can leave PDFium inconsistent. */
const HALF_DONE: ReadonlySet<RenderFailure> = new Set(['UNREADABLE', 'UNAVAILABLE', 'MEMORY'])

async function answer(task: Task): Promise<void> {
  clearTimeout(idle)
  const outcome = await outcomeOf(task)
  const isHalfDone = outcome.type === 'failure' && HALF_DONE.has(outcome.code)
  const worn =
    isHalfDone || engine.memoryBytes() > WORN_BYTES || documents.openings >= WORN_OPENINGS
  post({ type: 'done', outcome, open: documents.ids(), worn }, handedOver(outcome))
  idle = setTimeout(rest, IDLE_MS)
}

function handedOver(outcome: RenderOutcome): ArrayBuffer[] {
  if (outcome.type !== 'image' && outcome.type !== 'unprotected') return []
  return outcome.bytes ? [outcome.bytes.buffer] : []
}

function rest(): void {
  documents.closeAll()
  folded.clear()
  bases.clear()
  buffers.clear()
}

async function outcomeOf(task: Task): Promise<RenderOutcome> {
  try {
    return await perform(task, await documents.open(task.source))
  } catch (error) {
    if (!(error instanceof RenderError)) return outOfMemory(error)
    // After a failed read PDFium must not be used.
    if (error.code !== 'NO_PAGE' && !HALF_DONE.has(error.code)) documents.close(task.source.id)
    return { type: 'failure', code: error.code, detail: error.message }
  }
}

/** PDFium aborts without memory. @throws the error otherwise */
function outOfMemory(error: unknown): RenderOutcome {
  if (engine.memoryBytes() < MAX_WASM_BYTES / 2) throw error
  return {
    type: 'failure',
    code: 'MEMORY',
    detail: `PDFium ended at ${engine.memoryBytes()} bytes: ${String(error).slice(0, 200)}`,
  }
}

async function perform(task: Task, document: OpenDocument): Promise<RenderOutcome> {
  if (task.type === 'inspect')
    return { type: 'inspection', inspection: inspect(task.source, document) }
  if (task.type === 'unprotect') return { type: 'unprotected', bytes: document.unprotected() }
  if (task.type === 'find')
    return {
      type: 'found',
      found: await findIn(document, folded.of(task.source.id), task, systemClock),
    }
  if (task.type === 'read')
    return { type: 'read', read: await readPages(document, task, systemClock) }
  if (task.page > document.pageCount)
    throw new RenderError('NO_PAGE', `page ${task.page} of ${document.pageCount}`)
  if (task.type === 'text') return { type: 'text', text: document.text(task.page - 1, textRuns) }
  if (task.type === 'links')
    return { type: 'links', links: document.links(task.page - 1, task.written) }
  if (task.type === 'check') return check(task, document)
  return image(task, document)
}

function inspect(source: RenderSource, document: OpenDocument): Inspection {
  const pages = Array.from({ length: document.pageCount }, (_, index) => document.pageSize(index))
  return { kind: source.kind === 'pdf' ? 'pdf' : 'image', pages }
}

function draw(document: OpenDocument, page: number, width: number): Bitmap | Promise<Bitmap> {
  const size = imageSize(document.pageSize(page - 1), width)
  return document.draw(page - 1, size, wholeOf(size))
}

const wholeOf = (size: Size): Area => ({ left: 0, top: 0, ...size })

/** @throws RenderError NO_PAGE if the copy lacks the page */
async function check(
  { copy, page, width, mark }: Extract<Task, { type: 'check' }>,
  document: OpenDocument,
): Promise<RenderOutcome> {
  const before = await draw(document, page, width)
  const layers = watermarkInPixels(document.pageSize(page - 1), before.width, mark)
  const marked = await documents.open(copy)
  if (page > marked.pageCount)
    throw new RenderError('NO_PAGE', `page ${page} of ${marked.pageCount}`)
  return { type: 'check', check: checkMark(before, await draw(marked, page, width), layers) }
}

async function image(
  { source, page, width, tile, mark }: Extract<Task, { type: 'page' }>,
  document: OpenDocument,
): Promise<RenderOutcome> {
  const paper = document.pageSize(page - 1)
  const size = (tile ? tiledSize : imageSize)(paper, width)
  const wanted = tile ? tileArea(size, tile) : wholeOf(size)
  if (!wanted)
    throw new RenderError(
      'NO_PAGE',
      `no tile ${tile?.column}.${tile?.row} in ${size.width} by ${size.height}`,
    )
  const drawnAt = (area: Area): Bitmap | Promise<Bitmap> => {
    const draw = (): Bitmap | Promise<Bitmap> => document.draw(page - 1, size, area)
    return source.kind === 'pdf' ? bases.draw({ id: source.id, page, size, area }, draw) : draw()
  }
  if (mark === 'unmarked') {
    const bitmap = await drawnAt(wanted)
    return jpegOf(bitmap, chromaOf(bitmap))
  }
  const layers = watermarkInPixels(paper, size.width, mark)
  const fontSize = layers[0]?.fontSize ?? 1
  const drawn = widenedToAreas(wanted, size, fontSize)
  const bitmap = await drawnAt(drawn)
  const chroma = chromaOf(bitmap)
  const weave = opacityNoise(drawn, size.width, noiseSeed(keyOf(source), page, mark.reader))
  blendWatermark({ bitmap, place: drawn, weave, fontSize }, layers, markOf)
  return jpegOf(bitmap, chroma, {
    ...wanted,
    left: wanted.left - drawn.left,
    top: wanted.top - drawn.top,
  })
}

function keyOf({ segments }: RenderSource): Uint8Array {
  const key = segments[0]?.key
  if (!key) throw new RenderError('UNREADABLE', 'it has no segment')
  return key
}

function markOf(layer: WatermarkLayer): MarkPixels | undefined {
  const name = `${layer.fontSize} ${layer.runs.map(({ text }) => text).join('')}`
  const drawn = marks.get(name)
  if (drawn || !isDrawnOnce(layer)) return drawn
  const watermark = drawMark(layer)
  marks.add(name, watermark)
  return watermark
}

/** Subsampling takes a third less time, smears colored text, and on gray pages only the faint color of the watermark. */
const chromaOf = (unmarked: Bitmap): '4:2:0' | '4:4:4' => (isGray(unmarked) ? '4:2:0' : '4:4:4')

/** WebP takes six times as long. Optimized Huffman tables save 4 to 9 % in triple time. */
async function jpegOf(
  { data, width, height }: Bitmap,
  chromaSubsampling: '4:2:0' | '4:4:4',
  part: Area = wholeOf({ width, height }),
): Promise<RenderOutcome> {
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
    .extract(part)
    .jpeg({ quality: 80, chromaSubsampling, optimiseCoding: false })
    .toBuffer()
  buffers.give(data)
  // Native memory cannot be transferred.
  return { type: 'image', bytes: new Uint8Array(jpeg), width: part.width, height: part.height }
}

function post(reply: Reply, transfer: ArrayBuffer[] = []): void {
  pool.postMessage(reply, transfer)
}

function requirePort(): MessagePort {
  if (!parentPort) throw new Error('render.worker runs as a worker thread')
  return parentPort
}
