/** Entry of a worker thread: answers one task at a time. What is not a RenderError ends the thread, and the pool starts another. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { type Area, imageSize, type Size, tileArea, tiledSize } from '../../../paper/raster/page-raster.ts'
import { type WatermarkLayer, watermarkInPixels } from '../../../paper/watermark/layout.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { BasePages } from './base-pages.ts'
import { checkMark } from './check-mark.ts'
import { MAX_WASM_BYTES } from './compiled-wasm.ts'
import { widenedToAreas } from './dark-areas.ts'
import { Documents } from './documents.ts'
import { findIn } from './find-in.ts'
import { FoldedPages } from './folded-pages.ts'
import { Lru } from './lru.ts'
import type { Bitmap, OpenDocument } from './open-document.ts'
import { textRuns } from './page-text.ts'
import { createPdfiumEngine } from './pdfium-engine.ts'
import type { Inspection, Outcome, RenderSource, Reply, Task, WorkerStart } from './protocol.ts'
import { readPages } from './read-pages.ts'
import { RenderError } from './render-error.ts'
import { drawStamp, isDrawnOnce, pressMark, type Stamp } from './stamp.ts'
import { weaveOver, weaveSeed } from './weave.ts'

/** PDFium keeps what it once took, so a worker is replaced after so many documents, or when the next one would find too little memory. */
const WORN_BYTES = MAX_WASM_BYTES / 2
const WORN_OPENINGS = 200
/** After a minute without work no key and no open file is left in a worker. */
const IDLE_MS = 60_000
/** Lines of the mark stay drawn, as readers, minutes and sizes come again, up to so many pixels of 4 bytes. */
const MAX_STAMP_PIXELS = 4_000_000

const { wasm, deadlineMs, baseBytes }: WorkerStart = workerData
const engine = await createPdfiumEngine(wasm)
const documents = new Documents(engine, deadlineMs)
const folded = new FoldedPages()
const bases = new BasePages(baseBytes)
const stamps = new Lru<Stamp>(MAX_STAMP_PIXELS, { weight: ({ coverage }) => coverage.length })
let idle: NodeJS.Timeout | undefined

const pool = requirePort()
pool.on('message', (task: Task) => {
  void answer(task)
})
post({ type: 'ready' })

async function answer(task: Task): Promise<void> {
  clearTimeout(idle)
  const outcome = await outcomeOf(task)
  // A failed read, and too little memory, can leave PDFium half done.
  const isHalfDone = outcome.type === 'failure' && (outcome.code === 'UNREADABLE' || outcome.code === 'MEMORY')
  const worn = isHalfDone || engine.memoryBytes() > WORN_BYTES || documents.openings >= WORN_OPENINGS
  post({ type: 'done', outcome, open: documents.ids(), worn }, handedOver(outcome))
  idle = setTimeout(rest, IDLE_MS)
}

/** Memory that leaves this thread with an answer. */
function handedOver(outcome: Outcome): ArrayBuffer[] {
  if (outcome.type !== 'image' && outcome.type !== 'unprotected') return []
  return outcome.bytes ? [outcome.bytes.buffer] : []
}

function rest(): void {
  documents.closeAll()
  folded.clear()
  bases.clear()
}

async function outcomeOf(task: Task): Promise<Outcome> {
  try {
    return await perform(task, await documents.open(task.source))
  } catch (error) {
    if (!(error instanceof RenderError)) return outOfMemory(error)
    // What failed may have left its document half done; the next attempt opens it afresh. After a failed read nothing is touched any more.
    if (error.code !== 'UNREADABLE' && error.code !== 'NO_PAGE' && error.code !== 'MEMORY') documents.close(task.source.id)
    return { type: 'failure', code: error.code, detail: error.message }
  }
}

/** PDFium aborts where it is refused memory. @throws the error where that is not why */
function outOfMemory(error: unknown): Outcome {
  // It asks for much at a time, so that it ends well below the limit.
  if (engine.memoryBytes() < MAX_WASM_BYTES / 2) throw error
  return { type: 'failure', code: 'MEMORY', detail: `PDFium ended at ${engine.memoryBytes()} bytes: ${String(error).slice(0, 200)}` }
}

async function perform(task: Task, document: OpenDocument): Promise<Outcome> {
  if (task.type === 'inspect') return { type: 'inspection', inspection: inspect(task.source, document) }
  if (task.type === 'unprotect') return { type: 'unprotected', bytes: document.unprotected() }
  if (task.type === 'find') return { type: 'found', found: await findIn(document, folded.of(task.source.id), task, systemClock) }
  if (task.type === 'read') return { type: 'read', read: await readPages(document, task, systemClock) }
  if (task.page > document.pageCount) throw new RenderError('NO_PAGE', `page ${task.page} of ${document.pageCount}`)
  if (task.type === 'text') return { type: 'text', text: document.text(task.page - 1, textRuns) }
  if (task.type === 'links') return { type: 'links', links: document.links(task.page - 1, task.written) }
  if (task.type === 'check') return check(task, document)
  return image(task, document)
}

function inspect(source: RenderSource, document: OpenDocument): Inspection {
  const pages = Array.from({ length: document.pageCount }, (_, index) => document.pageSize(index))
  return { kind: source.kind === 'pdf' ? 'pdf' : 'image', pages }
}

/** The whole page as it is, without a mark. */
function draw(document: OpenDocument, page: number, width: number): Bitmap | Promise<Bitmap> {
  const size = imageSize(document.pageSize(page - 1), width)
  return document.draw(page - 1, size, wholeOf(size))
}

const wholeOf = (size: Size): Area => ({ left: 0, top: 0, ...size })

/** A copy that lacks the page is none. */
async function check({ copy, page, width, mark }: Extract<Task, { type: 'check' }>, document: OpenDocument): Promise<Outcome> {
  const before = await draw(document, page, width)
  const layers = watermarkInPixels(document.pageSize(page - 1), before.width, mark)
  const stamped = await documents.open(copy)
  if (page > stamped.pageCount) throw new RenderError('NO_PAGE', `page ${page} of ${stamped.pageCount}`)
  return { type: 'check', check: checkMark(before, await draw(stamped, page, width), layers) }
}

async function image({ source, page, width, tile, mark }: Extract<Task, { type: 'page' }>, document: OpenDocument): Promise<Outcome> {
  const paper = document.pageSize(page - 1)
  const size = (tile ? tiledSize : imageSize)(paper, width)
  const wanted = tile ? tileArea(size, tile) : wholeOf(size)
  if (!wanted) throw new RenderError('NO_PAGE', `no tile ${tile?.column}.${tile?.row} in ${size.width} by ${size.height}`)
  const drawnAt = (area: Area): Bitmap | Promise<Bitmap> => {
    const draw = (): Bitmap | Promise<Bitmap> => document.draw(page - 1, size, area)
    // Of an image its document holds what was drawn last.
    return source.kind === 'pdf' ? bases.draw({ id: source.id, page, size, area }, draw) : draw()
  }
  if (mark === 'unmarked') return jpegOf(await drawnAt(wanted))
  const layers = watermarkInPixels(paper, size.width, mark)
  const fontSize = layers[0]?.fontSize ?? 1
  const drawn = widenedToAreas(wanted, size, fontSize)
  const bitmap = await drawnAt(drawn)
  const weave = weaveOver(drawn, size.width, weaveSeed(keyOf(source), page, mark.reader))
  pressMark({ bitmap, place: drawn, weave, fontSize }, layers, stampOf)
  return jpegOf(bitmap, { ...wanted, left: wanted.left - drawn.left, top: wanted.top - drawn.top })
}

function keyOf({ segments }: RenderSource): Uint8Array {
  const key = segments[0]?.key
  if (!key) throw new RenderError('UNREADABLE', 'it has no segment')
  return key
}

function stampOf(layer: WatermarkLayer): Stamp | undefined {
  const name = `${layer.fontSize} ${layer.runs.map(({ text }) => text).join('')}`
  const drawn = stamps.get(name)
  if (drawn || !isDrawnOnce(layer)) return drawn
  const stamp = drawStamp(layer)
  stamps.add(name, stamp)
  return stamp
}

/**
 * JPEG without colour subsampling, which would smear the red of the mark and coloured text; WebP takes six times the time. Huffman tables
 * of each image's own would save 4 to 9 % of the bytes of a marked page and take three times the time.
 */
async function jpegOf({ data, width, height }: Bitmap, part: Area = wholeOf({ width, height })): Promise<Outcome> {
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
    .extract(part)
    .jpeg({ quality: 80, chromaSubsampling: '4:4:4', optimiseCoding: false })
    .toBuffer()
  // Memory of native code cannot be handed to another thread.
  return { type: 'image', bytes: new Uint8Array(jpeg), width: part.width, height: part.height }
}

function post(reply: Reply, transfer: ArrayBuffer[] = []): void {
  pool.postMessage(reply, transfer)
}

function requirePort(): MessagePort {
  if (!parentPort) throw new Error('render.worker runs as a worker thread')
  return parentPort
}
