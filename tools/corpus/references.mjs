import { execFile } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const WITHIN_MS = 30_000
const MOST_BYTES = 256 * 2 ** 20
/** Small pages show their mark. */
const PIXELS = '560'

/** Files that end programs are expected. */
const printed = (program, words) =>
  run(program, words, { timeout: WITHIN_MS, killSignal: 'SIGKILL', maxBuffer: MOST_BYTES }).then(
    ({ stdout }) => stdout,
    ({ stdout, killed }) => (killed ? '' : (stdout ?? '')),
  )

const DRAWING = {
  poppler: (file, { first, last }, out) => [
    'pdftoppm',
    ['-png', '-scale-to', PIXELS, '-f', first, '-l', last, file, join(out, 'page')],
  ],
  mupdf: (file, { first, last }, out) => [
    'mutool',
    [
      'draw',
      '-q',
      '-w',
      PIXELS,
      '-h',
      PIXELS,
      '-o',
      join(out, 'page-%d.png'),
      file,
      `${first}-${last}`,
    ],
  ],
}

const READING = {
  poppler: (file) => ['pdftotext', ['-q', file, '-']],
  mupdf: (file) => ['mutool', ['draw', '-q', '-F', 'txt', '-o', '-', file]],
}

export const ENGINES = Object.keys(DRAWING)

/** A cut-off picture is none. @returns PNGs by page number */
export async function drawn(engine, file, { first, last }, scratch) {
  const [program, words] = DRAWING[engine](
    file,
    { first: String(first), last: String(last) },
    scratch,
  )
  await printed(program, words)
  const pages = new Map()
  for (const name of await readdir(scratch)) {
    const number = /^page-0*(\d+)\.png$/.exec(name)?.[1]
    if (number === undefined) continue
    const png = await readFile(join(scratch, name))
    await rm(join(scratch, name))
    if (png.subarray(-12).includes('IEND')) pages.set(Number(number), png)
  }
  return pages
}

export async function textOf(engine, file) {
  return printed(...READING[engine](file))
}
