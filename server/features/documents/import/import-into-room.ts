import { Refusal } from '../../../platform/http/refusal.ts'
import type { Sheets } from '../../../workers/sheet/index.ts'
import { numberingOf } from '../../rooms/index.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { arrangeTree } from './arrange-tree.ts'
import { asCommand } from './import-actor.ts'
import { takeList } from './import-list.ts'
import { type ImportedEntry, refusalOfName } from './import-outcome.ts'
import type { ImportRequest, ImportWatch } from './import-request.ts'
import { ImportRun } from './import-run.ts'
import type { ImportSource } from './import-source.ts'
import { readNumbers, treeOf } from './import-tree.ts'
import { leadingNumber } from './index-numbers.ts'

export interface ImportedList {
  readonly path: string
  readonly rows: number
  readonly missing: readonly { row: number; name: string }[]
  readonly expected: number
}

export interface ImportResult {
  readonly entries: readonly ImportedEntry[]
  readonly list: ImportedList | undefined
  readonly isOrdered: boolean
  readonly failure: unknown
}

type ImportParts = DocumentParts & { readonly sheets: Sheets }

/** @throws Refusal */
export async function importIntoRoom(
  given: ImportParts,
  source: ImportSource,
  request: ImportRequest,
  watch: ImportWatch,
): Promise<ImportResult> {
  const { actor, parts } = await asCommand(given, request.roomId)
  if (request.into.some((name) => refusalOfName(name, true))) throw new Refusal('NAME_UNUSABLE')
  const { root, decided } = treeOf(source)
  const list = await takeList(root, {
    sheets: parts.sheets,
    roomId: request.roomId,
    signal: watch.signal,
  })
  readNumbers(root, leadingNumber(root.name, true)?.parts)
  const { numbering, isOrdered } = await numberingOf(parts.database.db, request.roomId)
  const givesNumbers = numbering === 'fixed' && request.numbers === 'strip'
  arrangeTree(root, request.numbers, givesNumbers)
  const run = new ImportRun({ parts, actor, staged: request.staged }, request, watch, {
    isOrdered,
    givesNumbers,
  })
  const failure = await run.start(root)
  const listed: ImportedEntry[] = list
    ? [{ path: list.node.path, size: list.node.entry?.size ?? 0, outcome: 'skipped', code: 'LIST' }]
    : []
  for (const { path, documents } of run.unexpected)
    listed.push({
      path: list?.node.path ?? '',
      size: 0,
      outcome: 'refused',
      code: 'EXPECTED_LIMIT',
      detail: `These are ${documents} in ${path || 'the folder of the list'}.`,
    })
  return {
    entries: [...run.entries, ...decided, ...listed],
    list: list && {
      path: list.node.path,
      rows: list.rows,
      missing: list.missing,
      expected: run.expected,
    },
    isOrdered,
    failure,
  }
}
