import { isDeepStrictEqual } from 'node:util'
import { LIMITS } from '../../../contract/core/limits.ts'

/** `content` is also the size in bytes. */
export type TreeChange =
  | { readonly kind: 'folder'; readonly name: string; readonly parent: number }
  | {
      readonly kind: 'upload' | 'replace'
      readonly name: string
      readonly parent: number
      readonly content: number
    }
  | { readonly kind: 'version'; readonly id: number; readonly number: number }
  | { readonly kind: 'rename'; readonly id: number; readonly name: string }
  | { readonly kind: 'move'; readonly id: number; readonly parent: number }
  | { readonly kind: 'copy'; readonly id: number; readonly name: string; readonly parent: number }
  | { readonly kind: 'delete' | 'restore' | 'destroy'; readonly id: number }

export type TreeOutcome =
  | { readonly code: string }
  | {
      readonly id?: number
      readonly name?: string
      readonly parent?: number
      readonly number?: number
    }

/** `entry` is a trashed item's deleted ancestor. */
export interface ModelItem {
  readonly id: number
  readonly parent: number
  readonly name: string
  readonly folder: boolean
  readonly content: number
  /** The newest version comes last. */
  readonly versions: readonly number[]
  readonly entry?: number
}

const NOT_FOUND = { code: 'NOT_FOUND' } as const
const fold = (name: string): string => name.normalize('NFC').toLowerCase()
const extension = (name: string): string => /\.[^.]*$/.exec(name)?.[0] ?? ''

export class TreeModel {
  readonly #items: Map<number, ModelItem>
  #unnamed = 0

  constructor(items: readonly ModelItem[] = []) {
    this.#items = new Map(items.map((item) => [item.id, item]))
  }

  get items(): readonly ModelItem[] {
    return [...this.#items.values()]
  }

  clone(): TreeModel {
    const copy = new TreeModel(this.items)
    copy.#unnamed = this.#unnamed
    return copy
  }

  apply(change: TreeChange, newId = 0): TreeOutcome {
    switch (change.kind) {
      case 'folder':
        return this.#add(change, { folder: true, content: 0, versions: [] }, newId)
      case 'upload':
        return this.#addFile(change, newId)
      case 'replace':
        return this.#replace(change, newId)
      case 'version':
        return this.#restoreVersion(change.id, change.number)
      case 'rename':
        return this.#rename(change.id, change.name)
      case 'move':
        return this.#move(change.id, change.parent)
      case 'copy':
        return this.#copy(change, newId)
      case 'delete':
        return this.#delete(change.id)
      case 'restore':
        return this.#restore(change.id)
      case 'destroy':
        return this.#destroy(change.id)
    }
  }

  learn(
    rows: readonly { readonly id: number; readonly parent: number; readonly name: string }[],
    root: number,
  ): void {
    for (const child of this.#live().filter(({ parent }) => parent === root)) {
      const row = rows.find(({ parent, name }) => parent === root && name === child.name)
      if (!row) throw new Error(`the copy has no ${child.name}`)
      this.#items.delete(child.id)
      this.#put({ ...child, id: row.id })
      for (const below of this.items)
        if (below.parent === child.id) this.#put({ ...below, parent: row.id })
      this.learn(rows, row.id)
    }
  }

  /** No response reports copied ids, so items match by place. */
  matches(items: readonly ModelItem[]): boolean {
    const other = new TreeModel(items)
    const isSame = ({ id, name, entry }: ModelItem): boolean =>
      id < 0 || (other.#items.get(id)?.name === name && other.#items.get(id)?.entry === entry)
    return isDeepStrictEqual(this.picture(), other.picture()) && this.items.every(isSame)
  }

  picture(): string[] {
    const pathOf = (item: ModelItem): string => {
      if (item.id === item.entry) return `trash ${item.id}: ${item.name}`
      return `${item.parent === 0 ? '' : pathOf(this.#need(item.parent))}/${item.name}`
    }
    return this.items
      .map((item) => `${pathOf(item)} ${item.folder ? 'folder' : item.versions}`)
      .sort()
  }

  #put(item: ModelItem): void {
    this.#items.set(item.id, item)
  }

  #need(id: number): ModelItem {
    const item = this.#items.get(id)
    if (!item) throw new Error(`the model lost ${id}`)
    return item
  }

  #live(): ModelItem[] {
    return this.items.filter(({ entry }) => entry === undefined)
  }

  #find(id: number): ModelItem | undefined {
    const item = this.#items.get(id)
    return item?.entry === undefined ? item : undefined
  }

  #isFolder(id: number): boolean {
    return id === 0 || this.#find(id)?.folder === true
  }

  #depth(id: number): number {
    return id === 0 ? 0 : 1 + this.#depth(this.#need(id).parent)
  }

  #within(root: ModelItem): ModelItem[] {
    const inside = this.items.filter(
      ({ parent, entry }) => parent === root.id && entry === root.entry,
    )
    return [root, ...inside.flatMap((item) => this.#within(item))]
  }

  #levels(root: ModelItem): number {
    if (!root.folder) return 0
    const inside = this.items.filter(
      ({ parent, entry }) => parent === root.id && entry === root.entry,
    )
    return 1 + Math.max(0, ...inside.map((item) => this.#levels(item)))
  }

  #free(parent: number, name: string, folder: boolean): string {
    const taken = new Set(
      this.#live()
        .filter((item) => item.parent === parent)
        .map((item) => fold(item.name)),
    )
    const end = folder ? '' : extension(name)
    for (let number = 1; ; number += 1) {
      const tried =
        number === 1 ? name : `${name.slice(0, name.length - end.length)} (${number})${end}`
      if (!taken.has(fold(tried))) return tried
    }
  }

  #add(
    { parent, name }: { parent: number; name: string },
    kind: Pick<ModelItem, 'folder' | 'content' | 'versions'>,
    id: number,
  ): TreeOutcome {
    if (!this.#isFolder(parent)) return NOT_FOUND
    if (kind.folder && this.#depth(parent) >= LIMITS.treeDepth) return { code: 'FOLDER_DEPTH' }
    const free = this.#free(parent, name, kind.folder)
    this.#put({ id, parent, name: free, ...kind })
    return { id, name: free }
  }

  #addFile(file: { parent: number; name: string; content: number }, id: number): TreeOutcome {
    return this.#add(file, { folder: false, content: file.content, versions: [file.content] }, id)
  }

  #replace(file: { parent: number; name: string; content: number }, newId: number): TreeOutcome {
    const { parent, name, content } = file
    const item = this.#live().find(
      (other) => other.parent === parent && !other.folder && fold(other.name) === fold(name),
    )
    if (!item || !this.#isFolder(parent)) return this.#addFile(file, newId)
    this.#put({ ...item, content, versions: [...item.versions, content] })
    return { id: item.id, name: item.name }
  }

  #restoreVersion(id: number, number: number): TreeOutcome {
    const item = this.#find(id)
    const content = item?.versions[number - 1]
    if (!item || content === undefined) return NOT_FOUND
    const versions = number === item.versions.length ? item.versions : [...item.versions, content]
    this.#put({ ...item, content, versions })
    return { id, name: item.name, number: versions.length }
  }

  #rename(id: number, wanted: string): TreeOutcome {
    const item = this.#find(id)
    if (!item) return NOT_FOUND
    const name = item.folder ? wanted : `${wanted}${extension(item.name)}`
    if (wanted === '..') return { code: 'NAME_UNUSABLE' }
    const others = this.#live().filter((other) => other.parent === item.parent && other.id !== id)
    if (others.some((other) => fold(other.name) === fold(name))) return { code: 'NAME_EXISTS' }
    this.#put({ ...item, name })
    return { id, name }
  }

  #move(id: number, parent: number): TreeOutcome {
    const item = this.#find(id)
    if (!item || !this.#isFolder(parent)) return NOT_FOUND
    if (this.#within(item).some((inside) => inside.id === parent)) return { code: 'INTO_ITSELF' }
    if (parent === item.parent) return { id, name: item.name, parent }
    if (this.#depth(parent) + this.#levels(item) > LIMITS.treeDepth) return { code: 'FOLDER_DEPTH' }
    const name = this.#free(parent, item.name, item.folder)
    this.#put({ ...item, parent, name })
    return { id, name, parent }
  }

  #copy(
    { id, name: wanted, parent }: { id: number; name: string; parent: number },
    newId: number,
  ): TreeOutcome {
    const item = this.#find(id)
    if (!item || !this.#isFolder(parent)) return NOT_FOUND
    const sources = this.#within(item)
    if (sources.some((inside) => inside.id === parent)) return { code: 'INTO_ITSELF' }
    if (wanted === '..') return { code: 'NAME_UNUSABLE' }
    if (this.#depth(parent) + this.#levels(item) > LIMITS.treeDepth) return { code: 'FOLDER_DEPTH' }
    const name = this.#free(
      parent,
      item.folder ? wanted : `${wanted}${extension(item.name)}`,
      item.folder,
    )
    const ids = new Map(
      sources.map((source) => [source.id, source.id === id ? newId : --this.#unnamed]),
    )
    for (const source of sources)
      this.#put({
        ...source,
        id: ids.get(source.id) ?? 0,
        parent: ids.get(source.parent) ?? parent,
        versions: source.versions.slice(-1),
        ...(source.id === id ? { name } : {}),
      })
    return { id: newId, name }
  }

  #delete(id: number): TreeOutcome {
    const item = this.#find(id)
    if (!item) return NOT_FOUND
    for (const inside of this.#within(item)) this.#put({ ...inside, entry: id })
    return {}
  }

  #restore(id: number): TreeOutcome {
    const item = this.#items.get(id)
    if (item?.entry !== id) return NOT_FOUND
    const fits =
      this.#isFolder(item.parent) &&
      this.#depth(item.parent) + this.#levels(item) <= LIMITS.treeDepth
    const parent = fits ? item.parent : 0
    const name = this.#free(parent, item.name, item.folder)
    for (const { entry, ...inside } of this.#within(item))
      this.#put(inside.id === id ? { ...inside, parent, name } : inside)
    return { id, parent }
  }

  #destroy(id: number): TreeOutcome {
    const item = this.#items.get(id)
    if (item?.entry !== id) return NOT_FOUND
    for (const inside of this.#within(item)) this.#items.delete(inside.id)
    return {}
  }
}
