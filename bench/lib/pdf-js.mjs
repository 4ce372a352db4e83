import { execFile } from 'node:child_process'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'

const PACKAGE = 'pdfjs-dist@6.5.438'
const INSTALLED_WITHIN_MS = 120_000
const TYPES = { mjs: 'text/javascript', pdf: 'application/pdf' }

/** pdf.js uses range requests by default. */
const page = (
  file,
) => `<!doctype html><meta charset="utf-8"><canvas id="canvas"></canvas><script type="module">
import * as pdfjs from '/pdf.min.mjs'
pdfjs.GlobalWorkerOptions.workerSrc = '/pdf.worker.min.mjs'
const draw = async () => {
  const started = performance.now()
  const first = await (await pdfjs.getDocument({ url: '/${file}' }).promise).getPage(1)
  const viewport = first.getViewport({ scale: 800 / first.getViewport({ scale: 1 }).width })
  const canvas = Object.assign(document.getElementById('canvas'), { width: viewport.width, height: viewport.height })
  await first.render({ canvas, canvasContext: canvas.getContext('2d'), viewport }).promise
  await new Promise(requestAnimationFrame)
  return performance.now() - started
}
globalThis.firstPage = draw()
</script>`

function send(request, response, file) {
  const size = statSync(file).size
  const headers = {
    'content-type': TYPES[file.split('.').at(-1)] ?? 'application/octet-stream',
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
  }
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
  if (!range) {
    response.writeHead(200, { ...headers, 'content-length': size })
    return createReadStream(file).pipe(response)
  }
  const [start, end] = [Number(range[1]), range[2] === '' ? size - 1 : Number(range[2])]
  response.writeHead(206, {
    ...headers,
    'content-length': end - start + 1,
    'content-range': `bytes ${start}-${end}/${size}`,
  })
  return createReadStream(file, { start, end }).pipe(response)
}

async function install(scratch) {
  const folder = join(scratch.folder, 'pdf-js')
  await mkdir(folder)
  const words = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--ignore-scripts',
    '--omit=optional',
    '--no-audit',
    '--no-fund',
    PACKAGE,
  ]
  console.log(`installing ${PACKAGE} into ${folder}`)
  try {
    await promisify(execFile)('npm', words, { cwd: folder, timeout: INSTALLED_WITHIN_MS })
    return join(folder, 'node_modules', 'pdfjs-dist', 'build')
  } catch (error) {
    console.error(`${PACKAGE} cannot be installed: ${error.stderr || error.message}`)
    return undefined
  }
}

/** Returns undefined without pdf.js. @param files paths by name */
export async function servePdfJs(scratch, files) {
  const build = await install(scratch)
  if (build === undefined) return undefined
  const server = createServer((request, response) => {
    const [, name] = request.url.split('/')
    if (Object.hasOwn(files, name))
      return response.writeHead(200, { 'content-type': 'text/html' }).end(page(`${name}.pdf`))
    const file = files[name.replace(/\.pdf$/, '')] ?? join(build, name)
    return existsSync(file) ? send(request, response, file) : response.writeHead(404).end()
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  scratch.defer(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { package: PACKAGE, urlOf: (name) => `http://127.0.0.1:${server.address().port}/${name}` }
}
