import fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'
import { PDF_PARTS } from './lib/pdf-parts.ts'

const require = createRequire(import.meta.url)
/** The copy that react-pdf draws with: page and worker must be of one version. */
const PACKAGE = path.dirname(createRequire(require.resolve('react-pdf')).resolve('pdfjs-dist/package.json'))

/** What the worker asks for while it reads: tables of characters, the 14 fonts that need not be embedded, colour profiles, decoders. */
const FOLDERS = ['cmaps', 'standard_fonts', 'iccs', 'wasm']
const WORKER = path.join(PACKAGE, 'build', 'pdf.worker.min.mjs')

/** Only where there is no WebAssembly would this be asked for. */
const isNeeded = (file: string): boolean => !file.endsWith('_nowasm_fallback.js')

async function sources(): Promise<ReadonlyMap<string, string>> {
  const found = new Map([['pdf.worker.min.mjs', WORKER]])
  for (const folder of FOLDERS) {
    for (const file of (await fs.readdir(path.join(PACKAGE, folder))).filter(isNeeded))
      found.set(`${folder}/${file}`, path.join(PACKAGE, folder, file))
  }
  return found
}

/** Puts the worker that reads PDFs in the browser, with all that it may ask for, beside the other assets: nothing comes from elsewhere. */
export const pdfParts: Plugin = {
  name: 'pdf-parts',
  async buildStart() {
    const { version } = JSON.parse(await fs.readFile(path.join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
    if (!PDF_PARTS.endsWith(`-${version}/`)) throw new Error(`PDF_PARTS names another version than ${version}`)
  },
  async generateBundle() {
    for (const [name, file] of await sources())
      this.emitFile({ type: 'asset', fileName: `${PDF_PARTS.slice(1)}${name}`, source: await fs.readFile(file) })
  },
  configureServer(server) {
    server.middlewares.use(PDF_PARTS, async (request, response, next) => {
      const file = (await sources()).get((request.url ?? '').slice(1))
      if (!file) return next()
      response.setHeader('content-type', file.endsWith('.mjs') ? 'text/javascript' : 'application/octet-stream')
      response.end(await fs.readFile(file))
    })
  },
}
