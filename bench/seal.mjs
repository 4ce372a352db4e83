import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { at } from '../tools/lib/project.mjs'
import { encryptor } from './lib/encrypted-source.mjs'
import { alternate, figure, ratios, secondsOf } from './lib/figures.mjs'
import { writePdf } from './lib/pdf.mjs'

const PAGES = 300
const FILLED = Array.from({ length: 30 }, (_, index) => index * 10)
const A4 = { width: 595, height: 842 }
const run = promisify(execFile)
const built = (path) => import(at('.build', 'server', ...path.split('/')))
const never = new AbortController().signal
const FONT = at('.build', 'fonts', 'NotoSansKR-Regular.otf')

const SHAPES = [
  { media: [0, 0, 595, 842] },
  { media: [0, 0, 792, 612] },
  { media: [0, 0, 252, 144] },
  { media: [0, 0, 1191, 1684] },
  { media: [-50, -70, 700, 900], crop: [300, 200, 550, 500] },
  { media: [10, 20, 605, 862], crop: [10, 20, 400, 862] },
  { media: [-300, -400, 300, 400] },
  { media: [0, 0, 200, 300], unit: 2.5 },
  { media: [-20, 30, 400, 600], crop: [15, 45, 333, 444], unit: 1.5 },
  { media: [0.5, 0.25, 420.75, 595.5] },
]
const TURNS = [0, 90, 180, 270, -90]

async function openPools(scratch) {
  const { createSealPool, openSealKeys } = await built('workers/esign/index.js')
  const { createRenderPool } = await built('workers/render/index.js')
  const keyDir = join(scratch.folder, 'keys')
  await mkdir(keyDir)
  const keys = await openSealKeys({
    keyDir,
    publicUrl: 'http://room.test',
    clock: { now: () => new Date() },
  })
  const seals = await createSealPool({ folder: scratch.folder, deadlineMs: 120_000 })
  scratch.defer(() => seals.close())
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  const pool = await createRenderPool({ size: 2, deadlineMs: 60_000, log: silent })
  scratch.defer(() => pool.close())
  return { seals, pool, signer: await keys.signer(), key: join(keyDir, 'seal-1.key') }
}

const auditOf = () => ({
  document: [{ ko: '문서', en: 'Document', value: 'contract.pdf' }],
  people: [],
  events: Array.from({ length: 40 }, (_, line) => ({
    ko: '서명',
    en: 'Signed',
    value: `${line} 홍길동 2026-11-22`,
  })),
  notes: [],
})

async function measureTime({ rounds, scratch, seals, signer, key, seal }) {
  const file = join(scratch.folder, 'contract.pdf')
  await writePdf(file, { pages: PAGES, lines: 60 })
  const source = await seal(file)
  const rect = { x: 100, y: 230, w: 200, h: 20 }
  const request = {
    pages: Array.from({ length: PAGES }, () => A4),
    images: [],
    drawings: FILLED.map((page) => ({
      kind: 'text',
      page,
      rect,
      text: '동의합니다 홍길동',
      color: '#000000',
    })),
    audit: auditOf(),
    signature: { signer, at: new Date(), reason: 'bench' },
  }
  async function ours() {
    let made
    const seconds = await secondsOf(async () => {
      made = await seals.seal(source, request, never)
    })
    await made.discard()
    return { seconds, bytes: made.segments[0].size }
  }
  const out = join(scratch.folder, 'libpdf.pdf')
  async function libpdf() {
    const peer = at('bench', 'peers', 'libpdf-seal.mjs')
    const seconds = await secondsOf(() =>
      run(process.execPath, [peer, file, out, key, FONT, FILLED.join(',')]),
    )
    return { seconds, bytes: (await stat(out)).size }
  }
  const measured = await alternate(rounds, { ours, libpdf })
  const of = (who, what) => measured[who].map((round) => round[what])
  const ratio = (what) => ({
    is: 'of libpdf',
    values: ratios(of('ours', what), of('libpdf', what)),
  })
  const megabytes = (list) => list.map((bytes) => bytes / 1e6)
  return [
    figure(
      `sealing ${PAGES} pages, 30 of them filled in`,
      's',
      of('ours', 'seconds'),
      ratio('seconds'),
    ),
    figure('peer: libpdf by itself', 's', of('libpdf', 'seconds')),
    figure(
      `sealed file (of ${((await stat(file)).size / 1e6).toFixed(1)} MB)`,
      'MB',
      megabytes(of('ours', 'bytes')),
      ratio('bytes'),
    ),
  ]
}

function emptyPages(entries) {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${entries.length} /Kids [${entries.map((_, index) => `${index + 3} 0 R`).join(' ')}] >>`,
    ...entries.map((own) => `<< /Type /Page /Parent 2 0 R /Resources << >> ${own} >>`),
  ]
  let body = '%PDF-1.7\n'
  const table = objects.map((object, index) => {
    const offset = String(body.length).padStart(10, '0')
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${offset} 00000 n \n`
  })
  const size = objects.length + 1
  return `${body}xref\n0 ${size}\n0000000000 65535 f \n${table.join('')}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
}

function shownOf({ media, crop = media, unit = 1 }, turn) {
  const [width, height] = [(crop[2] - crop[0]) * unit, (crop[3] - crop[1]) * unit]
  return turn % 180 === 0 ? { width, height } : { width: height, height: width }
}

async function edgesOf(jpeg) {
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true })
  let [left, top, right, bottom] = [info.width, info.height, -1, -1]
  for (let y = 0; y < info.height; y += 1)
    for (let x = 0; x < info.width; x += 1) {
      if (data[y * info.width + x] > 127) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  return [
    left / info.width,
    top / info.height,
    (right + 1) / info.width,
    (bottom + 1) / info.height,
  ]
}

async function measurePlaces({ scratch, seals, pool, seal }) {
  const { openEncryptedFile } = await built('platform/blob/open-encrypted-file.js')
  const hard = SHAPES.flatMap((shape) =>
    TURNS.map((turn) => ({ shape, turn, page: shownOf(shape, turn) })),
  )
  const file = join(scratch.folder, 'hard.pdf')
  const entriesOf = ({ shape: { media, crop, unit }, turn }) =>
    `/MediaBox [${media.join(' ')}] ${crop ? `/CropBox [${crop.join(' ')}]` : ''} ${unit ? `/UserUnit ${unit}` : ''} /Rotate ${turn}`
  await writeFile(file, emptyPages(hard.map(entriesOf)))
  const rects = hard.map(({ page: { width, height } }) => {
    const side = Math.min(width, height) / 5
    return { x: width * 0.57 + 0.3, y: height * 0.21 + 0.7, w: side, h: side }
  })
  const black = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  const drawings = rects.map((rect, page) => ({ kind: 'image', page, rect, image: 0 }))
  const made = await seals.seal(
    await seal(file),
    { pages: hard.map(({ page }) => page), images: [black.toString('base64')], drawings },
    never,
  )
  const opened = await openEncryptedFile(made)
  const plain = join(scratch.folder, 'placed.pdf')
  await writeFile(plain, await buffer(opened.stream()))
  await opened.close()
  const source = { ...(await seal(plain)), id: randomUUID(), kind: 'pdf' }
  const off = []
  for (const [index, { page }] of hard.entries()) {
    const width = Math.min(4_096, Math.ceil(page.width * 8))
    const { bytes } = await pool.renderPage(source, {
      page: index + 1,
      width,
      priority: 'visible',
      mark: 'unmarked',
    })
    const [left, top, right, bottom] = await edgesOf(bytes)
    const { x, y, w, h } = rects[index]
    const errors = [
      left * page.width - x,
      top * page.height - y,
      right * page.width - x - w,
      bottom * page.height - y - h,
    ]
    off.push(Math.max(...errors.map(Math.abs)))
  }
  await made.discard()
  return [figure('off its place on 50 hard pages, at most', 'pt', [Math.max(...off)])]
}

async function measure({ rounds, scratch }) {
  const shared = {
    rounds,
    scratch,
    seal: await encryptor(scratch.folder),
    ...(await openPools(scratch)),
  }
  return { rows: [...(await measureTime(shared)), ...(await measurePlaces(shared))], notes: [] }
}

export const bench = { rounds: 5, limitMinutes: 10, measure }
