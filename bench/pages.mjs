import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { at } from '../tools/lib/project.mjs'
import { alternate, figure, ratios, secondsOf } from './lib/figures.mjs'
import { writePdf } from './lib/pdf.mjs'
import { processorSecondsOf, startPeer } from './lib/processes.mjs'
import { startServer } from './lib/server.mjs'

const SAMPLE = 'gen_text300.pdf'
const WIDTH = 1_200

async function document(scratch) {
  const sample = process.env.SAMPLES_DIR && join(process.env.SAMPLES_DIR, SAMPLE)
  if (sample && existsSync(sample)) return sample
  const file = join(scratch.folder, SAMPLE)
  await writePdf(file, { pages: 300, lines: 60 })
  return file
}

async function measure({ rounds, scratch }) {
  const file = await document(scratch)
  const server = await startServer(scratch)
  const client = await server.enter()
  if (!(await client.watermarkIsOn())) throw new Error('the watermark is off')
  const lease = await client.open(await client.uploadFile(file))
  const pages = lease.pageCount

  async function ours() {
    const before = processorSecondsOf(server.pid)
    const seconds = await secondsOf(() => client.drawAll(lease, WIDTH))
    return { seconds, processorSeconds: processorSecondsOf(server.pid) - before }
  }

  const peer = startPeer(scratch, at('bench', 'peers', 'draw-pages.mjs'))
  const pdfium = () => peer.ask({ file, pages, width: WIDTH })

  const measured = await alternate(rounds, { ours, pdfium })
  const rate = (name, per) => measured[name].map((round) => pages / round[per])
  const perCore = rate('ours', 'processorSeconds')
  const peerPerCore = rate('pdfium', 'processorSeconds')
  return {
    rows: [
      figure('page images, for each busy core', 'pages/s', perCore, {
        is: 'of PDFium alone',
        values: ratios(perCore, peerPerCore),
      }),
      figure('peer: PDFium alone, for each busy core', 'pages/s', peerPerCore),
      figure('page images', 'pages/s', rate('ours', 'seconds')),
      figure(
        'cores that the server kept busy',
        '',
        measured.ours.map((round) => round.processorSeconds / round.seconds),
      ),
    ],
    notes: [`${pages} pages of ${SAMPLE}${file.startsWith(scratch.folder) ? ', made here' : ''}`],
  }
}

export const bench = { rounds: 5, limitMinutes: 15, measure }
