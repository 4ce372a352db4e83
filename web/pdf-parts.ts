import fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'
import { PDF_WORKER_PATH } from './lib/pdf-worker-path.ts'

const require = createRequire(import.meta.url)
/** Page and worker versions must match. */
const PACKAGE = path.dirname(require.resolve('pdfjs-dist/package.json'))

const FOLDERS = ['cmaps', 'standard_fonts', 'iccs', 'wasm']
const WORKER = path.join(PACKAGE, 'build', 'pdf.worker.min.mjs')

const isNeeded = (file: string): boolean => !file.endsWith('_nowasm_fallback.js')

async function sources(): Promise<ReadonlyMap<string, string>> {
  const found = new Map([['pdf.worker.min.mjs', WORKER]])
  for (const folder of FOLDERS) {
    for (const file of (await fs.readdir(path.join(PACKAGE, folder))).filter(isNeeded))
      found.set(`${folder}/${file}`, path.join(PACKAGE, folder, file))
  }
  return found
}

/** Adds the PDF worker and data, since nothing loads from elsewhere. */
export const pdfParts: Plugin = {
  name: 'pdf-parts',
  async buildStart() {
    const { version } = JSON.parse(
      await fs.readFile(path.join(PACKAGE, 'package.json'), 'utf8'),
    ) as { version: string }
    if (!PDF_WORKER_PATH.endsWith(`-${version}/`))
      throw new Error(`PDF_WORKER_PATH names another version than ${version}`)
  },
  async generateBundle() {
    for (const [name, file] of await sources())
      this.emitFile({
        type: 'asset',
        fileName: `${PDF_WORKER_PATH.slice(1)}${name}`,
        source: await fs.readFile(file),
      })
  },
  configureServer(server) {
    server.middlewares.use(PDF_WORKER_PATH, async (request, response, next) => {
      const file = (await sources()).get((request.url ?? '').slice(1))
      if (!file) return next()
      response.setHeader(
        'content-type',
        file.endsWith('.mjs') ? 'text/javascript' : 'application/octet-stream',
      )
      response.end(await fs.readFile(file))
    })
  },
}
