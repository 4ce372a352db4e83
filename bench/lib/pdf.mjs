import { randomFill } from 'node:crypto'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'

const OBJECTS_BEFORE_PAGES = 3
const PIECE = 1024 * 1024

/**
 * Pending writes would affect the measurement, so this syncs.
 * @param imageSide pixels of 3 bytes
 * @param scan `{bytes, width, height}` of each page's JPEG
 * @param size total bytes, padded with noise
 */
export async function writePdf(file, { pages, lines = 1, imageSide = 0, scan, size }) {
  const handle = await open(file, 'wx')
  try {
    await handle.writeFile(documentOf({ pages, lines, imageSide, scan, size }))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* documentOf({ size, ...content }) {
  const offsets = []
  let position = 0
  const passed = (bytes) => {
    position += bytes.length
    return bytes
  }
  yield passed('%PDF-1.7\n')
  for await (const object of objectsOf(content)) {
    offsets.push(position)
    yield passed(object)
  }
  if (size !== undefined) {
    offsets.push(position)
    const frame = streamObject(offsets.length, '', Buffer.alloc(0)).length
    for await (const piece of fillingObject(
      offsets.length,
      size - position - frame - ending(offsets, 0).length,
    ))
      yield passed(piece)
  }
  yield ending(offsets, position)
}

async function* objectsOf({ pages, lines, imageSide, scan }) {
  const hasImage = imageSide > 0 || scan !== undefined
  const perPage = hasImage ? 3 : 2
  const numberOf = (page) => OBJECTS_BEFORE_PAGES + 1 + page * perPage
  const kids = Array.from({ length: pages }, (_, page) => `${numberOf(page)} 0 R`)
  yield plainObject(1, '<< /Type /Catalog /Pages 2 0 R >>')
  yield plainObject(2, `<< /Type /Pages /Count ${pages} /Kids [${kids.join(' ')}] >>`)
  yield plainObject(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  for (let page = 0; page < pages; page += 1) {
    const number = numberOf(page)
    const image = hasImage ? ` /XObject << /I ${number + 2} 0 R >>` : ''
    const resources = `/Resources << /Font << /F 3 0 R >>${image} >>`
    yield plainObject(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${resources} /Contents ${number + 1} 0 R >>`,
    )
    yield streamObject(number + 1, '', Buffer.from(drawing(page + 1, { lines, imageSide, scan })))
    if (scan) yield streamObject(number + 2, scanWords(scan), scan.bytes)
    else if (imageSide > 0)
      yield streamObject(number + 2, imageWords(imageSide), await noise(imageSide ** 2 * 3))
  }
}

function drawing(page, { lines, imageSide, scan }) {
  if (scan) return 'q 595 0 0 842 0 0 cm /I Do Q'
  const sentence = 'the quick brown fox jumps over the lazy dog'
  const text = Array.from(
    { length: lines },
    (_, line) => `(Page ${page}, line ${line + 1}: ${sentence}) Tj T*`,
  )
  return `${imageSide > 0 ? 'q 400 0 0 400 60 60 cm /I Do Q ' : ''}BT /F 10 Tf 12 TL 60 790 Td ${text.join(' ')} ET`
}

const scanWords = ({ width, height }) =>
  `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`

const imageWords = (side) =>
  `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8`

const noise = async (length) => promisify(randomFill)(Buffer.allocUnsafe(length))

/** Fixed digits make the length known beforehand. */
const digits = (number) => String(number).padStart(10, '0')

export const plainObject = (number, words) => Buffer.from(`${number} 0 obj\n${words}\nendobj\n`)

const streamHead = (number, words, length) =>
  Buffer.from(`${number} 0 obj\n<< ${words} /Length ${digits(length)} >>\nstream\n`)
const STREAM_TAIL = Buffer.from('\nendstream\nendobj\n')

export const streamObject = (number, words, bytes) =>
  Buffer.concat([streamHead(number, words, bytes.length), bytes, STREAM_TAIL])

async function* fillingObject(number, length) {
  yield streamHead(number, '', length)
  for (let left = length; left > 0; left -= PIECE) yield await noise(Math.min(PIECE, left))
  yield STREAM_TAIL
}

/** @param position the offset after the last object */
export function ending(offsets, position) {
  const count = offsets.length + 1
  const entries = offsets.map((offset) => `${digits(offset)} 00000 n \n`).join('')
  const trailer = `trailer << /Size ${count} /Root 1 0 R >>\nstartxref\n${digits(position)}\n%%EOF\n`
  return Buffer.from(`xref\n0 ${count}\n${digits(0)} 65535 f \n${entries}${trailer}`)
}
