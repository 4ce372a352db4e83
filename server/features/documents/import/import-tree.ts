import { LIMITS } from '../../../../contract/core/limits.ts'
import type { ImportedEntry } from './import-outcome.ts'
import { type ImportSource, isHidden, type SourceEntry } from './import-source.ts'
import { type LeadingNumber, lastOf, numbersOf } from './index-numbers.ts'

export interface ImportNode {
  readonly path: string
  readonly name: string
  readonly isFolder: boolean
  readonly entry: SourceEntry | undefined
  children: ImportNode[]
  leading: LeadingNumber | undefined
  index: readonly number[] | undefined
  listed: ListedAs | undefined
  awaited: readonly AwaitedDocument[]
  target: string
}

export interface AwaitedDocument {
  readonly name: string
  readonly number: number | undefined
}

interface ListedAs {
  readonly place: number
  readonly name: string
  readonly number: number | undefined
  readonly isSure: boolean
}

interface ImportTree {
  readonly root: ImportNode
  readonly decided: readonly ImportedEntry[]
}

function nodeOf(name: string, path: string, isFolder: boolean, entry?: SourceEntry): ImportNode {
  return {
    name,
    path,
    isFolder,
    entry,
    children: [],
    leading: undefined,
    index: undefined,
    listed: undefined,
    awaited: [],
    target: name,
  }
}

class Builder {
  readonly root: ImportNode
  readonly decided: ImportedEntry[] = []
  readonly #folders = new Map<string, ImportNode>()
  readonly #paths = new Set<string>()

  constructor(name: string) {
    this.root = nodeOf(name, '', true)
  }

  add(entry: SourceEntry): void {
    const { path, size, steps } = entry
    const decided = this.#decide(entry)
    if (decided) {
      this.decided.push({ path, size, ...decided })
      return
    }
    this.#paths.add(path)
    if (entry.isFolder) this.#folderAt(steps)
    else
      this.#folderAt(steps.slice(0, -1)).children.push(
        nodeOf(steps.at(-1) ?? '', path, false, entry),
      )
  }

  #decide({
    path,
    steps,
    fault,
  }: SourceEntry): Pick<ImportedEntry, 'outcome' | 'code'> | undefined {
    if (isHidden(steps)) return { outcome: 'skipped', code: 'HIDDEN' }
    if (fault !== undefined) return { outcome: 'refused', code: fault }
    if (steps.length > LIMITS.treeDepth + 1) return { outcome: 'refused', code: 'DEPTH' }
    return this.#paths.has(path) ? { outcome: 'refused', code: 'DUPLICATE' } : undefined
  }

  #folderAt(steps: readonly string[]): ImportNode {
    let folder = this.root
    let path = ''
    for (const step of steps) {
      path += `${step}/`
      const known = this.#folders.get(path)
      const next = known ?? nodeOf(step, path, true)
      if (!known) {
        folder.children.push(next)
        this.#folders.set(path, next)
      }
      folder = next
    }
    return folder
  }
}

export function treeOf(source: ImportSource): ImportTree {
  const builder = new Builder(source.name)
  for (const entry of source.entries) builder.add(entry)
  return builder
}

export function readNumbers(
  folder: ImportNode,
  above: readonly number[] | undefined,
  except?: ImportNode,
): void {
  const children = folder.children.filter((child) => child !== except)
  const numbers = numbersOf(children, above)
  for (const [at, child] of children.entries()) {
    const leading = numbers?.[at]
    child.leading = leading
    child.index =
      leading && (leading.parts.length > 1 ? leading.parts : [...(above ?? []), lastOf(leading)])
    if (child.isFolder) readNumbers(child, child.index, except)
  }
}

export function* nodesBelow(folder: ImportNode): Generator<ImportNode> {
  for (const child of folder.children) {
    yield child
    yield* nodesBelow(child)
  }
}
