import { foldName } from '../../../../contract/core/name-key.ts'
import type { StructureErrorCode } from '../../../../contract/features/documents/structures.ts'
import { cleanName, isUsableName } from '../documents.rules.ts'

export interface StructureError {
  readonly code: StructureErrorCode
  readonly value?: string | number
}

/** An entry always follows its parent. */
export interface StructureEntry {
  readonly row: number
  /** Starts at 1; 0 is unreadable. */
  readonly level: number
  readonly name: string
  readonly parent: StructureEntry | undefined
  readonly isDocument: boolean
  readonly error: StructureError | undefined
  readonly number?: readonly number[]
}

export interface ListedRow {
  readonly row: number
  readonly level: number | undefined
  readonly number?: readonly number[]
  readonly place: string
  readonly name: string
  readonly type: 'folder' | 'document' | { readonly unknown: string }
}

class Siblings {
  readonly #known = new Map<StructureEntry | undefined, Map<string, StructureEntry>>()

  find(parent: StructureEntry | undefined, name: string): StructureEntry | undefined {
    return this.#known.get(parent)?.get(foldName(name))
  }

  add(entry: StructureEntry): void {
    const names = this.#known.get(entry.parent) ?? new Map<string, StructureEntry>()
    names.set(foldName(entry.name), entry)
    this.#known.set(entry.parent, names)
  }
}

const cellName = (cell: string): string => cleanName(cell).trim()

function errorOfName(name: string): StructureError | undefined {
  if (name === '') return { code: 'NAME_MISSING' }
  return isUsableName(name) ? undefined : { code: 'NAME' }
}

interface Above {
  readonly parent: StructureEntry | undefined
  readonly error: StructureError | undefined
}

class Levels {
  readonly #path: (StructureEntry | undefined)[] = []

  above(level: number): Above {
    const parent = this.#path[level - 2]
    return { parent, error: level > 1 && !parent ? { code: 'SKIPPED' } : undefined }
  }

  add(entry: StructureEntry): void {
    this.#path.length = entry.level - 1
    if (!entry.isDocument) this.#path[entry.level - 1] = entry
  }
}

class Numbers {
  readonly #known = new Map<string, StructureEntry>()

  above(number: readonly number[]): Above {
    const parent = this.#known.get(number.slice(0, -1).join('.'))
    const same = this.#known.get(number.join('.'))
    if (same) return { parent, error: { code: 'NUMBER_REPEATED', value: same.row } }
    return { parent, error: number.length > 1 && !parent ? { code: 'SKIPPED' } : undefined }
  }

  add(number: readonly number[], entry: StructureEntry): void {
    if (!entry.isDocument && entry.error?.code !== 'NUMBER_REPEATED')
      this.#known.set(number.join('.'), entry)
  }
}

export function entriesOfRows(rows: readonly ListedRow[]): StructureEntry[] {
  const [siblings, levels, numbers] = [new Siblings(), new Levels(), new Numbers()]
  return rows.map(({ row, level = 0, number, place, name: cell, type }) => {
    const name = cellName(cell)
    const isDocument = type === 'document'
    const { parent, error: misplaced } =
      level === 0 ? NOWHERE : number ? numbers.above(number) : levels.above(level)
    const repeated = misplaced || isDocument ? undefined : siblings.find(parent, name)
    const error =
      (typeof type === 'object' ? ({ code: 'TYPE', value: type.unknown } as const) : undefined) ??
      (level === 0 ? ({ code: 'LEVEL', value: place } as const) : misplaced) ??
      errorOfName(name) ??
      (repeated && ({ code: 'REPEATED', value: repeated.row } as const))
    const entry: StructureEntry = {
      row,
      level,
      name,
      parent,
      isDocument,
      error: isDocument ? undefined : error,
      ...(number ? { number } : {}),
    }
    if (level === 0) return entry
    if (number) numbers.add(number, entry)
    else levels.add(entry)
    if (!isDocument && !error) siblings.add(entry)
    return entry
  })
}

const DIGITS = 2

/** Rooms that sort by name need prefixes such as `01 재무`. */
export function withPlaces(entries: readonly StructureEntry[]): StructureEntry[] {
  const counts = new Map<StructureEntry | undefined, number>()
  const renamed = new Map<StructureEntry, StructureEntry>()
  return entries.map((entry) => {
    if (entry.isDocument)
      return { ...entry, parent: entry.parent && (renamed.get(entry.parent) ?? entry.parent) }
    if (entry.error) return entry
    const place = (counts.get(entry.parent) ?? 0) + 1
    counts.set(entry.parent, place)
    const name = `${String(place).padStart(DIGITS, '0')} ${entry.name}`
    const parent = entry.parent && (renamed.get(entry.parent) ?? entry.parent)
    const placed = { ...entry, name, parent, error: errorOfName(name) }
    renamed.set(entry, placed)
    return placed
  })
}

const NOWHERE: Above = { parent: undefined, error: undefined }

export function entriesOfColumns(
  rows: readonly { readonly row: number; readonly cells: readonly string[] }[],
): StructureEntry[] {
  const siblings = new Siblings()
  const entries: StructureEntry[] = []
  let path: StructureEntry[] = []
  for (const { row, cells } of rows)
    for (const [index, cell] of cells.entries()) {
      const name = cellName(cell)
      if (name === '') continue
      const level = index + 1
      if (index > path.length) {
        entries.push({
          row,
          level,
          name,
          parent: undefined,
          isDocument: false,
          error: { code: 'SKIPPED' },
        })
        break
      }
      const parent = path[index - 1]
      const known = siblings.find(parent, name)
      // A repeated folder keeps open folders below.
      if (known && known === path[index]) continue
      const entry = known ?? {
        row,
        level,
        name,
        parent,
        isDocument: false,
        error: errorOfName(name),
      }
      path = [...path.slice(0, index), entry]
      if (known) continue
      entries.push(entry)
      siblings.add(entry)
    }
  return entries
}
