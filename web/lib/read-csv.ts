const LARGEST_BYTES = 1_000_000

const decode = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Uses a byte order mark, else valid UTF-8, else CP949 (`euc-kr` in the Encoding Standard). Returns undefined otherwise. */
export function textOf(bytes: Uint8Array): string | undefined {
  const mark = [...bytes.subarray(0, 2)].join()
  const encodings = mark === '255,254' ? ['utf-16le'] : mark === '254,255' ? ['utf-16be'] : ['utf-8', 'euc-kr']
  const text = encodings.map((encoding) => decode(bytes, encoding)).find((decoded) => decoded !== undefined)
  return text?.includes('\0') ? undefined : text
}

/** Excel uses the system's list separator. */
function separatorOf(text: string): string {
  const [head = ''] = text.split(/[\r\n]/).filter((line) => line.trim() !== '')
  const count = (separator: string) => head.split(separator).length
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best))
}

/** Follows RFC 4180. Formulas stay text. */
function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [['']]
  let isQuoted = false
  const append = (added: string) => {
    const row = rows.at(-1) ?? []
    row.push((row.pop() ?? '') + added)
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    const isCellEmpty = (rows.at(-1)?.at(-1) ?? '') === ''
    if (isQuoted && character === '"' && text[at + 1] === '"') {
      append('"')
      at += 1
    } else if (isQuoted ? character === '"' : character === '"' && isCellEmpty) isQuoted = !isQuoted
    else if (isQuoted) append(character)
    else if (character === separator) rows.at(-1)?.push('')
    else if (character === '\r' || character === '\n') {
      if (character === '\r' && text[at + 1] === '\n') at += 1
      rows.push([''])
    } else append(character)
  }
  return rows
}

/** Returns undefined if not CSV. */
export function cellsOfCsv(bytes: Uint8Array): readonly (readonly string[])[] | undefined {
  if (bytes.length > LARGEST_BYTES) return undefined
  const text = textOf(bytes)
  return text === undefined ? undefined : rowsOf(text, separatorOf(text))
}
