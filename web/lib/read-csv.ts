import { csvRows } from '../../contract/core/csv-rows.ts'

const LARGEST_BYTES = 1_000_000

const decode = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Decodes by byte order mark, else UTF-8, else CP949 (`euc-kr` in the Encoding Standard), else returns undefined. */
export function textOf(bytes: Uint8Array): string | undefined {
  const mark = [...bytes.subarray(0, 2)].join()
  const encodings =
    mark === '255,254' ? ['utf-16le'] : mark === '254,255' ? ['utf-16be'] : ['utf-8', 'euc-kr']
  const text = encodings
    .map((encoding) => decode(bytes, encoding))
    .find((decoded) => decoded !== undefined)
  return text?.includes('\0') ? undefined : text
}

export function cellsOfCsv(bytes: Uint8Array): readonly (readonly string[])[] | undefined {
  if (bytes.length > LARGEST_BYTES) return undefined
  const text = textOf(bytes)
  return text === undefined ? undefined : csvRows(text)
}
