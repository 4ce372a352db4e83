import { deflateSync, inflateSync } from 'node:zlib'
import { stream } from './pdf-file.ts'

/** A file all of whose objects are packed in an object stream, with a compressed table. */
export function packed(objects: readonly string[]): Buffer {
  let head = ''
  let body = ''
  for (const [index, object] of objects.entries()) {
    head += `${index + 1} ${body.length} `
    body += `${object} `
  }
  const number = objects.length + 1
  const start = '%PDF-1.7\n'
  const container = `${number} 0 obj\n${stream(`/Type /ObjStm /N ${objects.length} /First ${head.length} /Filter /FlateDecode`, deflateSync(head + body))}\nendobj\n`
  const row = (kind: number, where: number, place: number): Buffer => Buffer.from([kind, where >> 8, where & 255, place])
  const rows = Buffer.concat([
    row(0, 0, 255),
    ...objects.map((_, index) => row(2, number, index)),
    row(1, start.length, 0),
    row(1, start.length + container.length, 0),
  ])
  const table = `${number + 1} 0 obj\n${stream(`/Type /XRef /Size ${number + 2} /W [1 2 1] /Root 1 0 R /Filter /FlateDecode`, deflateSync(rows))}\nendobj\n`
  return Buffer.from(`${start}${container}${table}startxref\n${start.length + container.length}\n%%EOF\n`, 'latin1')
}

/** All that stands in a PDF, what is packed unpacked, to look for words in it. */
export function unpackedPdf(bytes: Buffer): string {
  const packedStreams = [...bytes.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, content = '']) => {
    try {
      return inflateSync(Buffer.from(content, 'latin1'), { finishFlush: 2 }).toString('latin1')
    } catch {
      return ''
    }
  })
  return [bytes.toString('latin1'), ...packedStreams].join('\n')
}
