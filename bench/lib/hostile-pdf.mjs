import { constants, deflateRawSync } from 'node:zlib'
import { ending, plainObject, streamObject } from './pdf.mjs'

/** Ten draws at nine depths make a billion. */
const DRAWS = 10
const DEPTH = 9
const MEBIBYTE = 2 ** 20
const UNPACKED_MEBIBYTES = 300

const FIRST_FORM = 5

function fileOf(resources, content, others = []) {
  const page = `/MediaBox [0 0 595 842] /Resources << ${resources} >> /Contents 4 0 R`
  const objects = [
    plainObject(1, '<< /Type /Catalog /Pages 2 0 R >>'),
    plainObject(2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>'),
    plainObject(3, `<< /Type /Page /Parent 2 0 R ${page} >>`),
    content,
    ...others,
  ]
  const pieces = [Buffer.from('%PDF-1.7\n')]
  const offsets = []
  let position = pieces[0].length
  for (const object of objects) {
    offsets.push(position)
    pieces.push(object)
    position += object.length
  }
  return Buffer.concat([...pieces, ending(offsets, position)])
}

export function nestedFormsPdf() {
  const forms = Array.from({ length: DEPTH }, (_, index) => {
    const isLast = index === DEPTH - 1
    const number = FIRST_FORM + index
    const resources = isLast ? '' : `/XObject << /X ${number + 1} 0 R >>`
    return streamObject(
      number,
      `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << ${resources} >>`,
      Buffer.from(isLast ? '0 0 9 9 re f' : '/X Do '.repeat(DRAWS)),
    )
  })
  return fileOf(
    `/XObject << /X ${FIRST_FORM} 0 R >>`,
    streamObject(4, '', Buffer.from('/X Do '.repeat(DRAWS))),
    forms,
  )
}

/** 600 kB inflate to 300 MB. */
export function unpackingPdf() {
  // After a full flush, equal input compresses equally.
  const piece = deflateRawSync(Buffer.alloc(MEBIBYTE, '0 0 m 9 9 l '), {
    level: 9,
    finishFlush: constants.Z_FULL_FLUSH,
  })
  const pieces = Array.from({ length: UNPACKED_MEBIBYTES }, () => piece)
  return fileOf(
    '',
    streamObject(
      4,
      '/Filter /FlateDecode',
      Buffer.concat([Buffer.from([0x78, 0xda]), ...pieces, deflateRawSync('')]),
    ),
  )
}
