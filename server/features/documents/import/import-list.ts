import { LIMITS } from '../../../../contract/core/limits.ts'
import { foldName } from '../../../../contract/core/name-key.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { readTables, type Sheets } from '../../../workers/sheet/index.ts'
import { extensionOf, extensionPart } from '../documents.rules.ts'
import type { StructureEntry } from '../structure/structure-entries.ts'
import { entriesOfTables } from '../structure/structure-table.ts'
import { tooLarge } from '../structure/templates.ts'
import { SourceFault } from './import-source.ts'
import { type ImportNode, nodesBelow, readNumbers } from './import-tree.ts'
import { leadingNumber } from './index-numbers.ts'

const LIST = /\.(?:xlsx|csv)$/i
const TRIED = 5

interface FoundList {
  readonly node: ImportNode
  readonly rows: number
  readonly missing: readonly { readonly row: number; readonly name: string }[]
}

interface TakeListInput {
  readonly sheets: Sheets
  readonly roomId: number
  readonly signal: AbortSignal
}

function folderOfList(root: ImportNode): ImportNode {
  let folder = root
  for (;;) {
    const [only, another] = folder.children
    if (!only?.isFolder || another) return folder
    folder = only
  }
}

export async function takeList(
  root: ImportNode,
  reading: TakeListInput,
): Promise<FoundList | undefined> {
  const folder = folderOfList(root)
  if (!folder.children.some(({ isFolder }) => isFolder)) return undefined
  const tables = folder.children.filter(
    ({ name, isFolder, entry }) => !isFolder && LIST.test(name) && (entry?.size ?? 0) > 0,
  )
  for (const node of tables.slice(0, TRIED)) {
    const entries = await readList(node, reading)
    if (entries.length === 0) continue
    readNumbers(root, leadingNumber(root.name, true)?.parts, node)
    const matches = matched(folder, entries)
    if (!isListOf(matches, entries)) continue
    for (const [place, entry] of entries.entries()) {
      const match = matches.get(entry)
      if (match)
        match.node.listed = {
          place,
          name: entry.name,
          number: entry.number?.at(-1),
          isSure: match.isSure,
        }
    }
    folder.children = folder.children.filter((child) => child !== node)
    const missing = entries.filter((entry) => !matches.has(entry))
    awaitDocuments(folder, entries, matches)
    return { node, rows: entries.length, missing: missing.map(({ row, name }) => ({ row, name })) }
  }
  return undefined
}

async function readList(
  { entry }: ImportNode,
  { sheets, roomId, signal }: TakeListInput,
): Promise<readonly StructureEntry[]> {
  if (!entry || entry.size > LIMITS.importBytes) return []
  try {
    const pieces: Uint8Array[] = []
    for await (const piece of entry.content()) pieces.push(piece)
    const { tables, isCsv } = await readTables(
      sheets,
      Buffer.concat(pieces),
      { roomId, signal },
      tooLarge,
    )
    const entries = (entriesOfTables(tables, isCsv) ?? []).filter(
      ({ level, name }) => level > 0 && name !== '',
    )
    return entries.length > LIMITS.structureRows ? [] : entries
  } catch (error) {
    // An unreadable table is an ordinary document.
    if (error instanceof Refusal || error instanceof SourceFault) return []
    throw error
  }
}

const stemOf = ({ name, isFolder }: Pick<ImportNode, 'name' | 'isFolder'>): string =>
  isFolder || extensionOf(name) === undefined ? name : name.slice(0, -extensionPart(name).length)

interface Children {
  readonly byName: ReadonlyMap<string, ImportNode>
  /** Keys are numbers or their last part, including ignored ones. */
  readonly byNumber: ReadonlyMap<string, ImportNode>
}

function childrenOf(folder: ImportNode): Children {
  const byName = new Map<string, ImportNode>()
  const byNumber = new Map<string, ImportNode>()
  for (const child of folder.children) {
    const leading = leadingNumber(child.name, child.isFolder)
    for (const name of [child.name, stemOf(child), leading?.rest ?? ''].map(foldName))
      if (name !== '' && !byName.has(name)) byName.set(name, child)
    const number = leading?.parts.join('.')
    if (number !== undefined && !byNumber.has(number)) byNumber.set(number, child)
  }
  return { byName, byNumber }
}

interface Match {
  readonly node: ImportNode
  readonly isSure: boolean
}

/** Each item matches at most one row. */
function matched(
  folder: ImportNode,
  entries: readonly StructureEntry[],
): ReadonlyMap<StructureEntry, Match> {
  const byIndex = new Map(
    [...nodesBelow(folder)].flatMap((node) =>
      node.index ? [[node.index.join('.'), node] as const] : [],
    ),
  )
  const children = new Map<ImportNode, Children>()
  const found = new Map<StructureEntry, Match>()
  const taken = new Set<ImportNode>()
  for (const entry of entries) {
    const above = entry.parent ? found.get(entry.parent)?.node : folder
    const here = above && (children.get(above) ?? childrenOf(above))
    if (above && here) children.set(above, here)
    const named = here?.byName.get(foldName(entry.name))
    const [whole, last] = [entry.number?.join('.') ?? '', String(entry.number?.at(-1) ?? '')]
    const node =
      named ?? byIndex.get(whole) ?? here?.byNumber.get(whole) ?? here?.byNumber.get(last)
    if (!node || taken.has(node)) continue
    taken.add(node)
    found.set(entry, {
      node,
      isSure: named !== undefined || leadingNumber(node.name, node.isFolder)?.rest === '',
    })
  }
  return found
}

/** Without types, only leaf rows beside files count as documents. */
function awaitDocuments(
  folder: ImportNode,
  entries: readonly StructureEntry[],
  matches: ReadonlyMap<StructureEntry, Match>,
): void {
  const hasTypes = entries.some(({ isDocument }) => isDocument)
  const parents = new Set(entries.map(({ parent }) => parent))
  const besideFiles = new Set(
    entries
      .filter((entry) => matches.get(entry)?.node.isFolder === false)
      .map(({ parent }) => parent),
  )
  for (const entry of entries) {
    const { parent, name, number, isDocument } = entry
    const above = parent ? matches.get(parent)?.node : folder
    const isAwaited = hasTypes ? isDocument : !parents.has(entry) && besideFiles.has(parent)
    if (above?.isFolder && isAwaited && !matches.has(entry))
      above.awaited = [...above.awaited, { name, number: number?.at(-1) }]
  }
}

/** Any table can be numbered from 1. */
function isListOf(
  matches: ReadonlyMap<StructureEntry, Match>,
  entries: readonly StructureEntry[],
): boolean {
  const sure = [...matches.values()].filter(({ isSure }) => isSure).length
  return matches.size * 2 >= entries.length && sure * 2 >= matches.size
}
