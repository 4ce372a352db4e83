import { inflateSync } from 'node:zlib'

/** All that is in a PDF, streams unpacked, one character for a byte. */
export function unpacked(pdf: Buffer): string {
  const streams = [...pdf.toString('latin1').matchAll(/stream\n/g)].map(({ index }) => {
    try {
      return inflateSync(pdf.subarray(index + 7), { maxOutputLength: 2 ** 27 }).toString('latin1')
    } catch {
      // It was no packed stream.
      return ''
    }
  })
  return [pdf.toString('latin1'), ...streams].join('\n')
}
