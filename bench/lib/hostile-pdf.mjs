import { constants, deflateRawSync } from 'node:zlib'

/** Each form draws the next one so often, down to so many forms: a billion draws. */
const DRAWS = 10
const DEPTH = 9
const MEBIBYTE = 2 ** 20
const UNPACKED_MEBIBYTES = 300

const stream = (words, bytes) =>
  Buffer.concat([Buffer.from(`<< ${words} /Length ${bytes.length} >>\nstream\n`), Buffer.from(bytes), Buffer.from('\nendstream')])

/** A PDF of one page, which draws the first of these objects as /X and has the second one as its content. */
function fileOf(resources, content, others = []) {
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Count 1 /Kids [3 0 R] >>'),
    Buffer.from(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${resources} >> /Contents 4 0 R >>`),
    content,
    ...others,
  ]
  const pieces = [Buffer.from('%PDF-1.7\n')]
  const offsets = []
  let length = pieces[0].length
  for (const [index, object] of objects.entries()) {
    offsets.push(length)
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    pieces.push(whole)
    length += whole.length
  }
  const size = objects.length + 1
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...pieces, Buffer.from(end)])
}

/** Some kilobytes: forms that each draw the next one ten times, nine deep. */
export function nestedFormsPdf() {
  const forms = Array.from({ length: DEPTH }, (_, index) => {
    const isLast = index === DEPTH - 1
    const resources = isLast ? '' : `/XObject << /X ${6 + index} 0 R >>`
    return stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << ${resources} >>`,
      isLast ? '0 0 9 9 re f' : '/X Do '.repeat(DRAWS),
    )
  })
  return fileOf('/XObject << /X 5 0 R >>', stream('', '/X Do '.repeat(DRAWS)), forms)
}

/** About 300 kB, of which the orders of the page unpack to 300 MB. */
export function unpackingPdf() {
  // After a full flush a piece packs as it did before, so that one piece stands for all.
  const piece = deflateRawSync(Buffer.alloc(MEBIBYTE, '0 0 m 9 9 l '), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const pieces = Array.from({ length: UNPACKED_MEBIBYTES }, () => piece)
  return fileOf('', stream('/Filter /FlateDecode', Buffer.concat([Buffer.from([0x78, 0xda]), ...pieces, deflateRawSync('')])))
}
