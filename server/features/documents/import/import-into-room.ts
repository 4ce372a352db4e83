import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Sheets } from '../../../workers/sheet/index.ts'
import { numberingOf } from '../../rooms/index.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { arrangeTree, isArranged, type NumbersInNames, numberOf } from './arrange-tree.ts'
import { findImportedFile, findImportedFolder } from './find-imported.ts'
import { asCommand } from './import-actor.ts'
import { takeList } from './import-list.ts'
import { type ImportedEntry, type ImportRefusal, refusalOfName } from './import-outcome.ts'
import { type ImportSource, SourceFault } from './import-source.ts'
import { type ImportNode, nodesBelow, readNumbers, treeOf } from './import-tree.ts'
import { leadingNumber } from './index-numbers.ts'
import { type InOrder, placeImported } from './place-imported.ts'
import { type Storing, storeEntry, storeFolder, TakenMeanwhile } from './store-entry.ts'

export interface ImportRequest {
  readonly roomId: number
  /** Names of folders from the root, made where they are missing. */
  readonly into: readonly string[]
  /** Undefined: as the folder says. */
  readonly staged: boolean | undefined
  readonly numbers: NumbersInNames
  readonly isDryRun: boolean
}

export interface ImportProgress {
  readonly files: number
  readonly bytes: number
  /** Of the source. */
  readonly allFiles: number
  readonly allBytes: number
}

export interface ImportWatch {
  /** Ends it after the current file. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: ImportProgress) => void
}

export interface ImportResult {
  /** In the order of the import. */
  readonly entries: readonly ImportedEntry[]
  readonly list: { readonly path: string; readonly rows: number; readonly missing: readonly { row: number; name: string }[] } | undefined
  /** The room counts items, so that their order needs no numbers in names. */
  readonly isOrdered: boolean
  /** Why it ended before the last entry, unless it was asked to. */
  readonly failure: unknown
}

type ImportParts = DocumentParts & { readonly sheets: Sheets }

/** Undefined as long as a dry run would make the folder. */
type FolderId = number | undefined

/** Brings a source into a room, file by file, each as an upload. What an earlier run brought is recognised. @throws Refusal */
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
  arrangeTree(root, request.numbers)
  const { numbering, isOrdered } = await numberingOf(parts.database.db, request.roomId)
  const run = new Run({ parts, actor, staged: request.staged }, request, watch, {
    isOrdered,
    givesNumbers: numbering === 'fixed' && request.numbers === 'strip',
  })
  const failure = await run.start(root)
  const listed: ImportedEntry[] = list ? [{ path: list.node.path, size: list.node.entry?.size ?? 0, outcome: 'skipped', code: 'LIST' }] : []
  return {
    entries: [...run.entries, ...decided, ...listed],
    list: list && { path: list.node.path, rows: list.rows, missing: list.missing },
    isOrdered,
    failure,
  }
}

interface RoomOrder {
  readonly isOrdered: boolean
  /** Fixed numbers come from the source. */
  readonly givesNumbers: boolean
}

interface Place {
  readonly id: FolderId
  /** From the root of the room, ending in a slash unless it is the root. */
  readonly path: string
  readonly depth: number
}

interface Spot {
  readonly parentId: number
  readonly path: string
  readonly alike: number
}

class Run {
  readonly entries: ImportedEntry[] = []
  readonly #storing: Storing
  readonly #request: ImportRequest
  readonly #watch: ImportWatch
  readonly #order: RoomOrder
  /** Items that entries of the source are. */
  readonly #claimed = new Set<number>()
  #progress: ImportProgress = { files: 0, bytes: 0, allFiles: 0, allBytes: 0 }

  constructor(storing: Storing, request: ImportRequest, watch: ImportWatch, order: RoomOrder) {
    this.#storing = storing
    this.#request = request
    this.#watch = watch
    this.#order = order
  }

  /** @returns what ended it early */
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

  async #target(): Promise<Place> {
    let place: Place = { id: 0, path: '', depth: 0 }
    for (const name of this.#request.into) {
      const found = place.id === undefined ? undefined : await this.#find(place.id, name)
      const id = found?.id ?? (this.#isDry(place.id) ? undefined : (await this.#make(place.id, name, undefined)).id)
      place = { id, path: `${place.path}${found?.name ?? name}/`, depth: place.depth + 1 }
    }
    return place
  }

  #isDry(id: FolderId): id is undefined {
    return this.#request.isDryRun || id === undefined
  }

  #find(parentId: number, name: string) {
    return findImportedFolder(this.#storing.parts.database.db, { roomId: this.#actor.roomId, parentId }, name)
  }

  #make(parentId: number, name: string, number: number | undefined) {
    return storeFolder(this.#storing, { parentId, name, number })
  }

  async #fill(folder: ImportNode, place: Place): Promise<void> {
    const order: InOrder[] = []
    for (const node of folder.children) {
      if (this.#watch.signal.aborted) {
        this.#leave(node)
        continue
      }
      const refused = this.#refusalOf(node, place)
      if (refused) this.#refuse(node, refused)
      else {
        const item = await (node.isFolder ? this.#folder(node, place) : this.#file(node, place))
        if (item) order.push(item)
      }
    }
    if (this.#order.isOrdered && place.id !== undefined && isArranged(folder))
      await placeImported(this.#storing.parts, this.#actor, place.id, order)
  }

  #refusalOf({ target, isFolder, entry }: ImportNode, { depth }: Place): ImportRefusal | undefined {
    if (isFolder && depth >= LIMITS.treeDepth) return { code: 'DEPTH' }
    const refused = refusalOfName(target, isFolder)
    if (refused || !entry) return refused
    return entry.size === 0 ? { code: 'EMPTY' } : entry.size > LIMITS.uploadBytes ? { code: 'SIZE' } : undefined
  }

  async #folder(node: ImportNode, place: Place): Promise<InOrder | undefined> {
    const number = this.#order.givesNumbers ? numberOf(node) : undefined
    const found = place.id === undefined ? undefined : await this.#find(place.id, node.target)
    const made = found || this.#isDry(place.id) ? undefined : await this.#make(place.id, node.target, number)
    const name = found?.name ?? made?.name ?? node.target
    const path = `${place.path}${name}/`
    const outcome = found || made?.isNew === false ? 'existed' : made ? 'imported' : 'planned'
    this.#note(node, { outcome, target: path, detail: this.#detailOf(node, name, made?.isOtherNumber) })
    const id = found?.id ?? made?.id
    await this.#fill(node, { id, path, depth: place.depth + 1 })
    return id === undefined ? undefined : { id, name, isNew: made?.isNew === true }
  }

  async #file(node: ImportNode, place: Place): Promise<InOrder | undefined> {
    for (;;) {
      try {
        return await this.#findOrStore(node, place)
      } catch (error) {
        if (error instanceof TakenMeanwhile) continue
        if (!(error instanceof SourceFault)) throw error
        this.#refuse(node, { code: error.code })
        return undefined
      }
    }
  }

  async #findOrStore(node: ImportNode, { id: parentId, path }: Place): Promise<InOrder | undefined> {
    const spot = parentId === undefined ? undefined : { roomId: this.#actor.roomId, parentId }
    const found = spot && (await findImportedFile(this.#storing.parts, spot, node, this.#claimed))
    if (found?.kind === 'same') {
      this.#claimed.add(found.item.id)
      this.#note(node, { outcome: 'existed', target: `${path}${found.item.name}` })
      this.#advance(node, node.entry?.size ?? 0)
      return { id: found.item.id, name: found.item.name, isNew: false }
    }
    const alike = found?.alike ?? 0
    if (this.#isDry(parentId)) {
      const detail = alike > 0 ? 'The name is taken; the room will number it.' : undefined
      this.#note(node, { outcome: 'planned', target: `${path}${node.target}`, detail })
      this.#advance(node, node.entry?.size ?? 0)
      return undefined
    }
    return this.#store(node, { parentId, path, alike })
  }

  async #store(node: ImportNode, { parentId, path, alike }: Spot): Promise<InOrder | undefined> {
    const { entry } = node
    if (!entry) return undefined
    const number = this.#order.givesNumbers ? numberOf(node) : undefined
    let read = 0
    const stored = await storeEntry(this.#storing, entry, { parentId, name: node.target, number, alike }, (bytes) => {
      read += bytes
      this.#report({ ...this.#progress, bytes: this.#progress.bytes + bytes })
    })
    this.#advance(node, Math.max(entry.size - read, 0))
    if ('code' in stored) {
      this.#note(node, { outcome: 'refused', ...stored })
      return undefined
    }
    this.#claimed.add(stored.id)
    this.#note(node, {
      outcome: 'imported',
      target: `${path}${stored.name}`,
      detail: this.#detailOf(node, stored.name, stored.isOtherNumber),
    })
    return { id: stored.id, name: stored.name, isNew: true }
  }

  #detailOf(node: ImportNode, name: string, isOtherNumber = false): string | undefined {
    if (isOtherNumber) return `The number ${numberOf(node)} was given before; it took the next one.`
    return name === node.target ? undefined : 'The name was taken.'
  }

  #note({ path, entry }: ImportNode, what: Omit<ImportedEntry, 'path' | 'size'>): void {
    this.entries.push({ path, size: entry?.size ?? 0, ...what })
  }

  /** What lies in a refused folder is refused with it. */
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
