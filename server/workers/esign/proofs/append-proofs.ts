import { createHash } from 'node:crypto'
import type { Proofs } from './gather-proofs.ts'
import { NoProof } from './no-proof.ts'

export interface SignedEnd {
  readonly tail: Buffer
  readonly from: number
  readonly size: number
  readonly contents: Buffer
}

const PLACE_BYTES = 6

/** ISO 32000-2, 12.8.4.3 defines the store. @throws NoProof if the file ends unlike those signed here */
export function proofUpdate(end: SignedEnd, proofs: Proofs): Buffer {
  const { size: next, root, info, id, before, catalog } = readEnd(end)
  const pieces: Buffer[] = []
  let position = end.size
  const places: [number: number, at: number][] = []
  const put = (piece: Buffer | string): void => {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece
    pieces.push(bytes)
    position += bytes.length
  }
  const object = (number: number, ...content: readonly (Buffer | string)[]): void => {
    places.push([number, position])
    for (const piece of [`${number} 0 obj\n`, ...content, '\nendobj\n']) put(piece)
  }
  let free = next
  const stored = (ders: readonly Uint8Array[]): string => {
    const references = ders.map((der) => {
      const number = free++
      object(number, `<</Length ${der.length}>>\nstream\n`, Buffer.from(der), '\nendstream')
      return `${number} 0 R`
    })
    return references.length === 0 ? '' : `[${references.join(' ')}]`
  }
  if (end.tail.at(-1) !== 0x0a) put('\n')
  const lists = [
    ['Cert', stored(proofs.certificates)] as const,
    ['OCSP', stored(proofs.ocsps)] as const,
    ['CRL', stored(proofs.crls)] as const,
  ]
  const entries = (plural: string): string =>
    lists.map(([kind, list]) => (list === '' ? '' : `/${kind}${plural} ${list}`)).join('')
  // ISO 32000-2, 12.8.4.4 defines the key.
  const key = createHash('sha1').update(end.contents).digest('hex').toUpperCase()
  const store = free++
  object(store, `<</Type/DSS${entries('s')}/VRI<</${key}<<${entries('')}>>>>>>`)
  object(root.number, `${catalog} /DSS ${store} 0 R>>`)
  const table = free++
  const start = position
  places.push([table, start])
  places.sort(([one], [other]) => one - other)
  const rows = places.map(([, at]) => {
    const row = Buffer.alloc(1 + PLACE_BYTES + 1)
    row.writeUInt8(1, 0)
    row.writeUIntBE(at, 1, PLACE_BYTES)
    return row
  })
  const words = [
    `/Type/XRef/Size ${free}/W[1 ${PLACE_BYTES} 1]/Index[${places.map(([number]) => `${number} 1`).join(' ')}]/Prev ${before}`,
    `/Root ${root.reference}${info}${id}/Length ${rows.length * (PLACE_BYTES + 2)}`,
  ]
  for (const piece of [
    `${table} 0 obj\n<<${words.join('')}>>\nstream\n`,
    ...rows,
    '\nendstream\nendobj\n',
  ])
    put(piece)
  put(`startxref\n${start}\n%%EOF\n`)
  return Buffer.concat(pieces)
}

function readEnd({ tail, from }: SignedEnd) {
  const text = tail.toString('latin1')
  const before = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1])
  const head = /^\d+ 0 obj\s*<<([\s\S]*?)>>\s*stream\r?\n/.exec(text.slice(before - from))
  const [whole, dictionary] = head ?? []
  if (
    !(before >= from) ||
    whole === undefined ||
    dictionary === undefined ||
    !/\/Type\s*\/XRef/.test(dictionary) ||
    /\/Filter/.test(dictionary)
  )
    throw new NoProof('UNUSABLE', 'the file ends with no table that is known')
  const said = (pattern: RegExp): string | undefined => pattern.exec(dictionary)?.[1]
  const numbers = (pattern: RegExp): number[] =>
    (said(pattern) ?? '').trim().split(/\s+/).map(Number)
  const reference = said(/\/Root\s*(\d+ 0 R)/) ?? ''
  const number = Number.parseInt(reference, 10)
  const rows = tail.subarray(before - from + whole.length)
  const place = placeIn(
    rows,
    numbers(/\/W\s*\[([\d\s]+)\]/),
    numbers(/\/Index\s*\[([\d\s]+)\]/),
    number,
  )
  const catalog =
    place === undefined ? undefined : dictionaryAt(text.slice(Math.max(0, place - from)), number)
  const size = Number(said(/\/Size\s*(\d+)/))
  if (
    catalog === undefined ||
    !(place !== undefined && place >= from) ||
    !Number.isSafeInteger(size)
  )
    throw new NoProof('UNUSABLE', 'the catalog of the file is not where it should be')
  const again = (pattern: RegExp): string => pattern.exec(dictionary)?.[0] ?? ''
  return {
    size,
    root: { number, reference },
    info: again(/\/Info\s*\d+ \d+ R/),
    id: again(/\/ID\s*\[[^\]]*\]/),
    before,
    catalog,
  }
}

function placeIn(
  rows: Buffer,
  [kindBytes = 0, placeBytes = 0, lastBytes = 0]: readonly number[],
  index: readonly number[],
  number: number,
): number | undefined {
  const width = kindBytes + placeBytes + lastBytes
  let row = 0
  for (let at = 0; at + 1 < index.length; at += 2) {
    const [first = 0, count = 0] = [index[at], index[at + 1]]
    if (number >= first && number < first + count) {
      const start = (row + number - first) * width
      const isPlaced = kindBytes === 1 && rows[start] === 1 && placeBytes >= 1 && placeBytes <= 6
      return isPlaced ? rows.readUIntBE(start + kindBytes, placeBytes) : undefined
    }
    row += count
  }
  return undefined
}

function dictionaryAt(text: string, number: number): string | undefined {
  const start = new RegExp(`^${number} 0 obj\\s*(?=<<)`).exec(text)?.[0].length
  if (start === undefined) return undefined
  // Only strings may contain unbalanced brackets.
  const tokens = /<<|>>|<[\da-fA-F\s]*>|\((?:\\[\s\S]|[^\\()])*\)|\(|endobj/g
  tokens.lastIndex = start
  let depth = 0
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    if (token[0] === '(' || token[0] === 'endobj') return undefined
    depth += token[0] === '<<' ? 1 : token[0] === '>>' ? -1 : 0
    if (depth === 0) return text.slice(start, token.index)
  }
  return undefined
}
