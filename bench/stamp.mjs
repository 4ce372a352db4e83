import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { at } from '../tools/lib/project.mjs'
import { encryptor } from './lib/encrypted-source.mjs'
import { alternate, figure, ratios, secondsOf } from './lib/figures.mjs'
import { writePdf } from './lib/pdf.mjs'
import { memoryOf } from './lib/processes.mjs'
import { startServer } from './lib/server.mjs'

const SCANS = 300_000_000
const MARK = {
  text: 'hong.gildong@example.com 2026-11-20 15:12 Confidential',
  style: { density: 'standard', strength: 100 },
}
const SCAN = { width: 1_654, height: 2_339 }
const run = promisify(execFile)
const built = (path) => import(at('.build', 'server', ...path.split('/')))

const hasQpdf = () =>
  run('qpdf', ['--version']).then(
    () => true,
    () => false,
  )

async function scan() {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 }
  const image = sharp({ create: { ...SCAN, channels: 3, background: '#888', noise } })
  return {
    ...SCAN,
    bytes: await image.jpeg({ quality: 86, chromaSubsampling: '4:4:4' }).toBuffer(),
  }
}

const LOOK_EVERY_MS = 20

/** Returns MiB. */
async function withChildrenPeak(work) {
  let peak = 0
  const look = () => {
    const pids = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
    for (const pid of pids) {
      try {
        const held = memoryOf(pid).peak
        // An ending process reports no memory.
        if (held > peak) peak = held
      } catch {
        // The process has just ended.
      }
    }
  }
  const looking = setInterval(look, LOOK_EVERY_MS)
  await work().finally(() => clearInterval(looking))
  return peak
}

async function measureSet(name, content, { rounds, scratch, watermarks, seal, mark, client }) {
  const file = join(scratch.folder, `${name}.pdf`)
  await writePdf(file, content)
  const source = await seal(file)
  const id = await client.uploadFile(file)
  await client.close(await client.open(id))
  const out = join(scratch.folder, `${name}-qpdf.pdf`)
  async function ours() {
    let marked
    let seconds
    const memory = await withChildrenPeak(async () => {
      seconds = await secondsOf(async () => {
        marked = await watermarks.mark(source, MARK, new AbortController().signal)
      })
    })
    await marked.discard()
    return { seconds, bytes: marked.segments[0].size, memory }
  }
  async function qpdf() {
    const seconds = await secondsOf(() =>
      run('qpdf', [file, '--overlay', mark, '--repeat=1', '--', out]),
    )
    return { seconds, bytes: (await stat(out)).size }
  }
  async function download() {
    let got
    const seconds = await secondsOf(async () => {
      got = await client.download(id)
    })
    return { seconds, ...got }
  }
  const measured = await alternate(rounds, {
    ours,
    download,
    ...(mark === undefined ? {} : { qpdf }),
  })
  const of = (who, what) => measured[who].map((round) => round[what])
  const ratio = (what, who = 'ours') =>
    mark === undefined
      ? undefined
      : { is: 'of qpdf', values: ratios(of(who, what), of('qpdf', what)) }
  const megabytes = (list) => list.map((bytes) => bytes / 1e6)
  const { size } = await stat(file)
  return [
    figure(`stamping ${name}`, 's', of('ours', 'seconds'), ratio('seconds')),
    ...(mark === undefined ? [] : [figure('peer: qpdf --overlay', 's', of('qpdf', 'seconds'))]),
    figure(
      `download of ${name}, whole`,
      's',
      of('download', 'seconds'),
      ratio('seconds', 'download'),
    ),
    figure('of it until the copy is ready', 's', of('download', 'ready')),
    figure(
      `copy (of ${(size / 1e6).toFixed(1)} MB)`,
      'MB',
      megabytes(of('ours', 'bytes')),
      ratio('bytes'),
    ),
    figure('memory of the stamping process, peak', 'MiB', of('ours', 'memory')),
  ]
}

async function measure({ rounds, scratch }) {
  const { createWatermarkPool } = await built('workers/watermark/index.js')
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  const watermarks = await createWatermarkPool({
    folder: scratch.folder,
    deadlineMs: 120_000,
    log: silent,
  })
  scratch.defer(() => watermarks.close())
  const seal = await encryptor(scratch.folder)
  const server = await startServer(scratch)
  const client = await server.enter()
  if (!(await client.watermarkIsOn())) throw new Error('the watermark is off')
  const page = await scan()
  const shared = {
    rounds,
    scratch,
    watermarks,
    seal,
    client,
    mark: (await hasQpdf()) ? await markAlone(scratch, watermarks, seal) : undefined,
  }
  return {
    rows: [
      ...(await measureSet('1,000 pages of text', { pages: 1_000, lines: 60 }, shared)),
      ...(await measureSet(
        'scans',
        { pages: Math.floor(SCANS / page.bytes.length), scan: page },
        shared,
      )),
    ],
    notes: shared.mark === undefined ? ['qpdf is not installed'] : [],
  }
}

async function markAlone(scratch, watermarks, seal) {
  const { openEncryptedFile } = await built('platform/blob/open-encrypted-file.js')
  const blank = join(scratch.folder, 'blank.pdf')
  await writePdf(blank, { pages: 1, lines: 0 })
  const marked = await watermarks.mark(await seal(blank), MARK, new AbortController().signal)
  const file = await openEncryptedFile(marked)
  const mark = join(scratch.folder, 'mark.pdf')
  await writeFile(mark, file.stream())
  await file.close()
  await marked.discard()
  return mark
}

export const bench = { rounds: 5, limitMinutes: 15, measure }
