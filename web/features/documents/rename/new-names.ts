import { foldName, nameKey, normalizeName } from '../../../../contract/core/name-key.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import { splitName } from '../../../lib/format.ts'
import { isFolder } from '../file-kind.ts'
import type { Sort } from '../list/sort.ts'

export type ItemToRename = Pick<Item, 'id' | 'name' | 'type'>

const partsOf = (item: ItemToRename): readonly [stem: string, extension: string] =>
  isFolder(item) ? [item.name, ''] : splitName(item.name)

/** Returns the name the server will store; the extension may be omitted. */
export function withExtension(item: ItemToRename, wanted: string): string {
  const [, extension] = partsOf(item)
  const cleaned = normalizeName(wanted).trim()
  const own = splitName(cleaned)[1]
  const hasOwn = extension !== '' && own.toLowerCase() === extension.toLowerCase()
  return `${hasOwn ? cleaned.slice(0, cleaned.length - own.length) : cleaned}${extension}`
}

type Ordered = Pick<Item, 'index' | 'name' | 'size' | 'ext' | 'uploadedAt' | 'type'>

const partsOfIndex = (index = ''): readonly number[] => index.split('.').map(Number)

function compareIndexes(one: Ordered, other: Ordered): number {
  const [left, right] = [partsOfIndex(one.index), partsOfIndex(other.index)]
  const at = left.findIndex((part, step) => part !== right[step])
  return at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1)
}

const compareTexts = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0

const COMPARISONS: Readonly<Record<string, (one: Ordered, other: Ordered) => number>> = {
  index: compareIndexes,
  name: (one, other) => compareTexts(nameKey(one.name), nameKey(other.name)),
  uploadedAt: (one, other) => compareTexts(one.uploadedAt, other.uploadedAt),
  type: (one, other) => compareTexts(one.ext, other.ext),
  size: (one, other) => one.size - other.size,
}

export function inListOrder<T extends Ordered>(items: readonly T[], sort: Sort): readonly T[] {
  const isNumbered = items.every(({ index }) => index !== undefined)
  const wanted = sort.replace('-', '')
  const isByIndex = wanted === 'index' && isNumbered
  const compare = COMPARISONS[wanted === 'index' && !isNumbered ? 'name' : wanted] ?? compareIndexes
  const direction = sort.startsWith('-') ? -1 : 1
  const folders = (item: T) => (isFolder(item) ? 0 : 1)
  return items.toSorted(
    (one, other) =>
      (isByIndex ? 0 : folders(one) - folders(other)) || direction * compare(one, other),
  )
}

export interface Pattern {
  readonly find: string
  readonly replace: string
  readonly prefix: string
  readonly name: string
  readonly suffix: string
  readonly from: number
}

export const NO_PATTERN: Pattern = {
  find: '',
  replace: '',
  prefix: '',
  name: '{name}',
  suffix: '',
  from: 1,
}

const TOKEN = /\{(name|ext|n(?::([1-9]))?)\}/g

export function byPattern(
  items: readonly ItemToRename[],
  { find, replace, prefix, name, suffix, from }: Pattern,
): readonly string[] {
  const found = normalizeName(find)
  return items.map((item, index) => {
    const [stem, extension] = partsOf(item)
    const number = String(from + index)
    // One step replaces all tokens, so no name is taken for one.
    const fill = (text: string, own: string): string =>
      text.replace(TOKEN, (_, token: string, digits?: string) => {
        if (token === 'name') return own
        return token === 'ext' ? extension.slice(1) : number.padStart(Number(digits ?? 1), '0')
      })
    const replaced = found === '' ? stem : stem.split(found).join(fill(replace, stem))
    return withExtension(item, fill(`${prefix}${name}${suffix}`, replaced))
  })
}

/** Spreadsheets quote cells with line breaks or quotation marks. */
export function cellsOf(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [['']]
  const last = () => rows.at(-1) ?? []
  const add = (part: string) => {
    last().push((last().pop() ?? '') + part)
  }
  for (const [part, quoted] of text.matchAll(
    /"((?:[^"]|"")*)"(?=\t|\r?\n|$)|\t|\r?\n|[^\t\r\n]+|\r/g,
  )) {
    const isNew = last().at(-1) === ''
    if (part === '\t') last().push('')
    else if (part === '\n' || part === '\r\n' || part === '\r') rows.push([''])
    else if (quoted !== undefined && isNew)
      add(quoted.replaceAll('""', '"').replace(/\s*[\r\n]+\s*/g, ' '))
    else add(part)
  }
  while (rows.length > 0 && last().every((cell) => cell.trim() === '')) rows.pop()
  return rows
}

export interface Pasted {
  readonly names: readonly string[]
  /** These lines match no item, or exceed the items. */
  readonly left: readonly string[]
  readonly missing: number
  readonly isPaired: boolean
}

/** With two columns, the first identifies the item. Empty names change nothing. */
export function byList(items: readonly ItemToRename[], text: string): Pasted {
  const rows = cellsOf(text)
  const isPaired = rows.some((row) => row.length > 1)
  return isPaired ? byPairs(items, rows) : byPlaces(items, rows)
}

const nameOf = (item: ItemToRename, wanted = ''): string =>
  wanted.trim() === '' ? item.name : withExtension(item, wanted)

function byPlaces(items: readonly ItemToRename[], rows: readonly (readonly string[])[]): Pasted {
  const lines = rows.map(([line = '']) => line)
  return {
    names: items.map((item, index) => nameOf(item, lines[index])),
    left: lines.slice(items.length).filter((line) => line.trim() !== ''),
    missing: Math.max(0, items.length - lines.length),
    isPaired: false,
  }
}

function byPairs(items: readonly ItemToRename[], rows: readonly (readonly string[])[]): Pasted {
  const wanted = new Map<number, string>()
  const left: string[] = []
  const keys = items.map((item) => [foldName(item.name), foldName(partsOf(item)[0])] as const)
  const find = (key: string, at: 0 | 1) =>
    items.find(({ id }, index) => keys[index]?.[at] === key && !wanted.has(id))
  for (const [old = '', fresh = ''] of rows) {
    if (old.trim() === '') continue
    const key = foldName(old.trim())
    const item = find(key, 0) ?? find(key, 1)
    if (item) wanted.set(item.id, fresh)
    else left.push(old.trim())
  }
  return {
    names: items.map((item) => nameOf(item, wanted.get(item.id))),
    left,
    missing: items.length - wanted.size,
    isPaired: true,
  }
}
