import { LIMITS } from '../../../../contract/core/limits.ts'
import { foldName } from '../../../../contract/core/name-key.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Sheets } from '../../../workers/sheet/index.ts'
import { numberingOf } from '../../rooms/index.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { arrangeTree, isArranged, type NumbersInNames, numberOf } from './arrange-tree.ts'
import { expectMissing } from './expect-missing.ts'
import { findImportedFile, findImportedFolder } from './find-imported.ts'
import type { NamedItem } from './import.read.ts'
import { asCommand } from './import-actor.ts'
import { detailOf } from './import-details.ts'
import { takeList } from './import-list.ts'
import { type ImportedEntry, type ImportRefusal, refusalOfName } from './import-outcome.ts'
import { type ImportSource, SourceFault } from './import-source.ts'
import { type ImportNode, nodesBelow, readNumbers, treeOf } from './import-tree.ts'
import { leadingNumber } from './index-numbers.ts'
import { KnownSiblings } from './place-imported.ts'
import { type EntryPlacement, type Storing, storeEntry, storeFolder, TakenMeanwhile } from './store-entry.ts'

export interface ImportRequest {
  readonly roomId: number
  readonly into: readonly string[]
  readonly staged: boolean | undefined
  readonly numbers: NumbersInNames
  readonly isDryRun: boolean
}

export interface ImportProgress {
  readonly files: number
  readonly bytes: number
  readonly allFiles: number
  readonly allBytes: number
}

export interface ImportWatch {
  readonly signal: AbortSignal
  readonly onProgress: (progress: ImportProgress) => void
}

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

type FolderId = number | undefined

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
  const list = await takeList(root, { sheets: parts.sheets, roomId: request.roomId, signal: watch.signal })
  readNumbers(root, leadingNumber(root.name, true)?.parts)
  const { numbering, isOrdered } = await numberingOf(parts.database.db, request.roomId)
  const givesNumbers = numbering === 'fixed' && request.numbers === 'strip'
  arrangeTree(root, request.numbers, givesNumbers)
  const run = new Run({ parts, actor, staged: request.staged }, request, watch, { isOrdered, givesNumbers })
  const failure = await run.start(root)
  const listed: ImportedEntry[] = list ? [{ path: list.node.path, size: list.node.entry?.size ?? 0, outcome: 'skipped', code: 'LIST' }] : []
  for (const { path, documents } of run.unexpected)
    listed.push({
      ...{ path: list?.node.path ?? '', size: 0, outcome: 'refused', code: 'EXPECTED_LIMIT' },
      detail: `These are ${documents} in ${path || 'the folder of the list'}.`,
    })
  return {
    entries: [...run.entries, ...decided, ...listed],
    list: list && { path: list.node.path, rows: list.rows, missing: list.missing, expected: run.expected },
    isOrdered,
    failure,
  }
}

interface RoomOrder {
  readonly isOrdered: boolean
  readonly givesNumbers: boolean
}

interface ImportFolder {
  readonly id: FolderId
  readonly path: string
  readonly depth: number
  readonly isFresh: boolean
}

interface Spot {
  readonly parentId: number
  readonly path: string
  readonly alike: number
  readonly followers: Iterable<number>
}

interface KnownFolderContent {
  readonly files: ReadonlyMap<ImportNode, NamedItem>
  readonly siblings: KnownSiblings
}

class Run {
  readonly entries: ImportedEntry[] = []
  expected = 0
  readonly unexpected: { readonly path: string; readonly documents: number }[] = []
  readonly #storing: Storing
  readonly #request: ImportRequest
  readonly #watch: ImportWatch
  readonly #order: RoomOrder
  readonly #matched = new Set<number>()
  readonly #folders = new Map<string, string>()
  #progress: ImportProgress = { files: 0, bytes: 0, allFiles: 0, allBytes: 0 }

  constructor(storing: Storing, request: ImportRequest, watch: ImportWatch, order: RoomOrder) {
    this.#storing = storing
    this.#request = request
    this.#watch = watch
    this.#order = order
  }

  async start(root: ImportNode): Promise<unknown> {
    const files = [...nodesBelow(root)].filter(({ isFolder }) => !isFolder)
    const allBytes = files.reduce((sum, { entry }) => sum + (entry?.size ?? 0), 0)
    this.#progress = { ...this.#progress, allFiles: files.length, allBytes }
    try {
      await this.#fill(root, await this.#target())
      return undefined
    } catch (error) {
      const known = new Set(this.entries.map(({ path }) => path))
      for (const node of nodesBelow(root)) if (!known.has(node.path)) this.#note(node, { outcome: 'pending', code: 'STOPPED' })
      return error
    }
  }

  get #actor(): Actor {
    return this.#storing.actor
  }

  async #target(): Promise<ImportFolder> {
    let place: ImportFolder = { id: 0, path: '', depth: 0, isFresh: false }
    for (const name of this.#request.into) {
      const found = place.id === undefined ? undefined : await this.#find(place.id, name)
      const wanted = { name, number: undefined, followers: [] }
      const id = found?.id ?? (this.#isDry(place.id) ? undefined : (await this.#make({ parentId: place.id, ...wanted })).id)
      place = { id, path: `${place.path}${found?.name ?? name}/`, depth: place.depth + 1, isFresh: false }
    }
    return place
  }

  #isDry(id: FolderId): id is undefined {
    return this.#request.isDryRun || id === undefined
  }

  #find(parentId: number, name: string) {
    return findImportedFolder(this.#storing.parts.database.db, { roomId: this.#actor.roomId, parentId }, name)
  }

  #make(placed: EntryPlacement) {
    return storeFolder(this.#storing, placed)
  }

  async #fill(folder: ImportNode, place: ImportFolder): Promise<void> {
    const { files, siblings } = await this.#known(folder, place)
    for (const [at, node] of folder.children.entries()) {
      if (this.#watch.signal.aborted) {
        this.#leave(node)
        continue
      }
      const refused = this.#refusalOf(node, place)
      const known = files.get(node)
      if (refused) this.#refuse(node, refused)
      else if (known) this.#keep(node, place, known)
      else if (node.isFolder) await this.#folder(node, place, siblings.after(at))
      else await this.#file(node, place, siblings.after(at))
    }
    if (!this.#watch.signal.aborted) await this.#expect(folder, place)
  }

  /** Existing documents keep their place. */
  async #expect({ awaited, path }: ImportNode, { id: parentId }: ImportFolder): Promise<void> {
    if (awaited.length === 0) return
    const { givesNumbers } = this.#order
    const { isDryRun } = this.#request
    const planned = isDryRun ? this.expected : 0
    const { added, refused } = await expectMissing(this.#storing, { parentId, awaited, givesNumbers, isDryRun, planned })
    this.expected += added
    if (refused > 0) this.unexpected.push({ path, documents: refused })
  }

  /** New items precede their next known sibling. */
  async #known(folder: ImportNode, place: ImportFolder): Promise<KnownFolderContent> {
    const ids: (number | undefined)[] = []
    const files = new Map<ImportNode, NamedItem>()
    const { id: parentId } = place
    if (this.#order.isOrdered && !this.#isDry(parentId) && !place.isFresh && isArranged(folder))
      for (const node of folder.children) {
        if (this.#watch.signal.aborted) break
        const item = this.#refusalOf(node, place) ? undefined : await this.#findKnown(node, parentId)
        if (item && !node.isFolder) files.set(node, item)
        ids.push(item?.id)
      }
    return { files, siblings: new KnownSiblings(ids) }
  }

  async #findKnown(node: ImportNode, parentId: number): Promise<NamedItem | undefined> {
    if (node.isFolder) return this.#find(parentId, node.target)
    try {
      const found = await findImportedFile(this.#storing.parts, { roomId: this.#actor.roomId, parentId }, node, this.#matched)
      if (found.kind === 'new') return undefined
      this.#matched.add(found.item.id)
      return found.item
    } catch (error) {
      if (error instanceof SourceFault) return undefined
      throw error
    }
  }

  #refusalOf({ target, isFolder, entry }: ImportNode, { depth }: ImportFolder): ImportRefusal | undefined {
    if (isFolder && depth >= LIMITS.treeDepth) return { code: 'DEPTH' }
    const refused = refusalOfName(target, isFolder)
    if (refused || !entry) return refused
    return entry.size === 0 ? { code: 'EMPTY' } : entry.size > LIMITS.uploadBytes ? { code: 'SIZE' } : undefined
  }

  async #folder(node: ImportNode, place: ImportFolder, followers: Iterable<number>): Promise<void> {
    const number = this.#order.givesNumbers ? numberOf(node) : undefined
    const found = place.id === undefined ? undefined : await this.#find(place.id, node.target)
    const made = found || this.#isDry(place.id) ? undefined : await this.#make({ parentId: place.id, name: node.target, number, followers })
    const name = found?.name ?? made?.name ?? node.target
    const path = `${place.path}${name}/`
    const outcome = found || made?.isNew === false ? 'existed' : made ? 'imported' : 'planned'
    const mergedWith = this.#noteFolder(node, `${place.path}${node.target}/`)
    this.#note(node, { outcome, target: path, detail: detailOf(node, name, { ...made, mergedWith }) })
    await this.#fill(node, { id: found?.id ?? made?.id, path, depth: place.depth + 1, isFresh: made?.isNew === true })
  }

  #noteFolder({ path }: ImportNode, target: string): string | undefined {
    const folded = foldName(target)
    const earlier = this.#folders.get(folded)
    if (earlier === undefined) this.#folders.set(folded, path)
    return earlier
  }

  async #file(node: ImportNode, place: ImportFolder, followers: Iterable<number>): Promise<void> {
    for (;;) {
      try {
        await this.#findOrStore(node, place, followers)
        return
      } catch (error) {
        if (error instanceof TakenMeanwhile) continue
        if (!(error instanceof SourceFault)) throw error
        this.#refuse(node, { code: error.code })
        return
      }
    }
  }

  async #findOrStore(node: ImportNode, place: ImportFolder, followers: Iterable<number>): Promise<void> {
    const { id: parentId, path } = place
    const spot = parentId === undefined ? undefined : { roomId: this.#actor.roomId, parentId }
    const found = spot && (await findImportedFile(this.#storing.parts, spot, node, this.#matched))
    if (found?.kind === 'same') {
      this.#matched.add(found.item.id)
      this.#keep(node, place, found.item)
      return
    }
    const alike = found?.alike ?? 0
    if (this.#isDry(parentId)) {
      const detail = detailOf(node, node.target, { willBeNumbered: alike > 0 })
      this.#note(node, { outcome: 'planned', target: `${path}${node.target}`, detail })
      this.#advance(node, node.entry?.size ?? 0)
    } else await this.#store(node, { parentId, path, alike, followers })
  }

  #keep(node: ImportNode, { path }: ImportFolder, { name }: Pick<NamedItem, 'name'>): void {
    this.#note(node, { outcome: 'existed', target: `${path}${name}`, detail: detailOf(node, node.target) })
    this.#advance(node, node.entry?.size ?? 0)
  }

  async #store(node: ImportNode, { path, ...spot }: Spot): Promise<void> {
    const { entry } = node
    if (!entry) return
    const number = this.#order.givesNumbers ? numberOf(node) : undefined
    let read = 0
    const stored = await storeEntry(this.#storing, entry, { ...spot, name: node.target, number }, (bytes) => {
      read += bytes
      this.#report({ ...this.#progress, bytes: this.#progress.bytes + bytes })
    }).catch((error: unknown) => {
      this.#report({ ...this.#progress, bytes: this.#progress.bytes - read })
      throw error
    })
    this.#advance(node, Math.max(entry.size - read, 0))
    if ('code' in stored) {
      this.#note(node, { outcome: 'refused', ...stored })
      return
    }
    this.#matched.add(stored.id)
    this.#note(node, { outcome: 'imported', target: `${path}${stored.name}`, detail: detailOf(node, stored.name, stored) })
  }

  #note({ path, entry }: ImportNode, what: Omit<ImportedEntry, 'path' | 'size'>): void {
    this.entries.push({ path, size: entry?.size ?? 0, ...what })
  }

  #refuse(node: ImportNode, refused: ImportRefusal): void {
    this.#note(node, { outcome: 'refused', ...refused })
    if (!node.isFolder) this.#advance(node, node.entry?.size ?? 0)
    for (const child of node.children) this.#refuse(child, { code: refused.code, detail: `Its folder is refused: ${node.path}` })
  }

  #leave(node: ImportNode): void {
    this.#note(node, { outcome: 'pending', code: 'STOPPED' })
    for (const child of node.children) this.#leave(child)
  }

  #advance({ isFolder }: ImportNode, bytes: number): void {
    const { files, bytes: before } = this.#progress
    this.#report({ ...this.#progress, files: files + (isFolder ? 0 : 1), bytes: before + bytes })
  }

  #report(progress: ImportProgress): void {
    this.#progress = progress
    this.#watch.onProgress(progress)
  }
}
