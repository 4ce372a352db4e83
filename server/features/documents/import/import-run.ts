import { LIMITS } from '../../../../contract/core/limits.ts'
import { foldName } from '../../../../contract/core/name-key.ts'
import type { Actor } from '../../../access/actor.ts'
import { isArranged, numberOf } from './arrange-tree.ts'
import { expectMissing } from './expect-missing.ts'
import { findImportedFile, findImportedFolder } from './find-imported.ts'
import type { NamedItem } from './import.read.ts'
import { detailOf } from './import-details.ts'
import { type ImportedEntry, type ImportRefusal, refusalOfName } from './import-outcome.ts'
import { ImportReport } from './import-report.ts'
import type { ImportRequest, ImportWatch } from './import-request.ts'
import { SourceFault } from './import-source.ts'
import type { ImportNode } from './import-tree.ts'
import { KnownSiblings } from './place-imported.ts'
import {
  type EntryPlacement,
  type Storing,
  storeEntry,
  storeFolder,
  TakenMeanwhile,
} from './store-entry.ts'

type FolderId = number | undefined

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

export class ImportRun {
  expected = 0
  readonly unexpected: { readonly path: string; readonly documents: number }[] = []
  readonly #storing: Storing
  readonly #request: ImportRequest
  readonly #signal: AbortSignal
  readonly #report: ImportReport
  readonly #order: RoomOrder
  readonly #matched = new Set<number>()
  readonly #folders = new Map<string, string>()

  constructor(
    storing: Storing,
    request: ImportRequest,
    { signal, onProgress }: ImportWatch,
    order: RoomOrder,
  ) {
    this.#storing = storing
    this.#request = request
    this.#signal = signal
    this.#report = new ImportReport(onProgress)
    this.#order = order
  }

  get entries(): readonly ImportedEntry[] {
    return this.#report.entries
  }

  /** @returns the error that ended it, if any */
  async start(root: ImportNode): Promise<unknown> {
    this.#report.begin(root)
    try {
      await this.#fill(root, await this.#target())
      return undefined
    } catch (error) {
      this.#report.leaveRest(root)
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
      const id =
        found?.id ??
        (this.#isDry(place.id)
          ? undefined
          : (await this.#make({ parentId: place.id, ...wanted })).id)
      place = {
        id,
        path: `${place.path}${found?.name ?? name}/`,
        depth: place.depth + 1,
        isFresh: false,
      }
    }
    return place
  }

  #isDry(id: FolderId): id is undefined {
    return this.#request.isDryRun || id === undefined
  }

  #find(parentId: number, name: string) {
    return findImportedFolder(
      this.#storing.parts.database.db,
      { roomId: this.#actor.roomId, parentId },
      name,
    )
  }

  #make(placed: EntryPlacement) {
    return storeFolder(this.#storing, placed)
  }

  async #fill(folder: ImportNode, place: ImportFolder): Promise<void> {
    const { files, siblings } = await this.#known(folder, place)
    for (const [at, node] of folder.children.entries()) {
      if (this.#signal.aborted) {
        this.#report.leave(node)
        continue
      }
      const refused = this.#refusalOf(node, place)
      const known = files.get(node)
      if (refused) this.#report.refuse(node, refused)
      else if (known) this.#keep(node, place, known)
      else if (node.isFolder) await this.#folder(node, place, siblings.after(at))
      else await this.#file(node, place, siblings.after(at))
    }
    if (!this.#signal.aborted) await this.#expect(folder, place)
  }

  /** Existing documents keep their place. */
  async #expect({ awaited, path }: ImportNode, { id: parentId }: ImportFolder): Promise<void> {
    if (awaited.length === 0) return
    const { givesNumbers } = this.#order
    const { isDryRun } = this.#request
    const planned = isDryRun ? this.expected : 0
    const { added, refused } = await expectMissing(this.#storing, {
      parentId,
      awaited,
      givesNumbers,
      isDryRun,
      planned,
    })
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
        if (this.#signal.aborted) break
        const item = this.#refusalOf(node, place)
          ? undefined
          : await this.#findKnown(node, parentId)
        if (item && !node.isFolder) files.set(node, item)
        ids.push(item?.id)
      }
    return { files, siblings: new KnownSiblings(ids) }
  }

  async #findKnown(node: ImportNode, parentId: number): Promise<NamedItem | undefined> {
    if (node.isFolder) return this.#find(parentId, node.target)
    try {
      const found = await findImportedFile(
        this.#storing.parts,
        { roomId: this.#actor.roomId, parentId },
        node,
        this.#matched,
      )
      if (found.kind === 'new') return undefined
      this.#matched.add(found.item.id)
      return found.item
    } catch (error) {
      if (error instanceof SourceFault) return undefined
      throw error
    }
  }

  #refusalOf(
    { target, isFolder, entry }: ImportNode,
    { depth }: ImportFolder,
  ): ImportRefusal | undefined {
    if (isFolder && depth >= LIMITS.treeDepth) return { code: 'DEPTH' }
    const refused = refusalOfName(target, isFolder)
    if (refused || !entry) return refused
    return entry.size === 0
      ? { code: 'EMPTY' }
      : entry.size > LIMITS.uploadBytes
        ? { code: 'SIZE' }
        : undefined
  }

  async #folder(node: ImportNode, place: ImportFolder, followers: Iterable<number>): Promise<void> {
    const number = this.#order.givesNumbers ? numberOf(node) : undefined
    const found = place.id === undefined ? undefined : await this.#find(place.id, node.target)
    const made =
      found || this.#isDry(place.id)
        ? undefined
        : await this.#make({ parentId: place.id, name: node.target, number, followers })
    const name = found?.name ?? made?.name ?? node.target
    const path = `${place.path}${name}/`
    const outcome = found || made?.isNew === false ? 'existed' : made ? 'imported' : 'planned'
    const mergedWith = this.#noteFolder(node, `${place.path}${node.target}/`)
    this.#report.note(node, {
      outcome,
      target: path,
      detail: detailOf(node, name, { ...made, mergedWith }),
    })
    await this.#fill(node, {
      id: found?.id ?? made?.id,
      path,
      depth: place.depth + 1,
      isFresh: made?.isNew === true,
    })
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
        this.#report.refuse(node, { code: error.code })
        return
      }
    }
  }

  async #findOrStore(
    node: ImportNode,
    place: ImportFolder,
    followers: Iterable<number>,
  ): Promise<void> {
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
      this.#report.note(node, { outcome: 'planned', target: `${path}${node.target}`, detail })
      this.#report.advance(node, node.entry?.size ?? 0)
    } else await this.#store(node, { parentId, path, alike, followers })
  }

  #keep(node: ImportNode, { path }: ImportFolder, { name }: Pick<NamedItem, 'name'>): void {
    this.#report.note(node, {
      outcome: 'existed',
      target: `${path}${name}`,
      detail: detailOf(node, node.target),
    })
    this.#report.advance(node, node.entry?.size ?? 0)
  }

  async #store(node: ImportNode, { path, ...spot }: Spot): Promise<void> {
    const { entry } = node
    if (!entry) return
    const number = this.#order.givesNumbers ? numberOf(node) : undefined
    let read = 0
    const stored = await storeEntry(
      this.#storing,
      entry,
      { ...spot, name: node.target, number },
      (bytes) => {
        read += bytes
        this.#report.addBytes(bytes)
      },
    ).catch((error: unknown) => {
      this.#report.addBytes(-read)
      throw error
    })
    this.#report.advance(node, Math.max(entry.size - read, 0))
    if ('code' in stored) {
      this.#report.note(node, { outcome: 'refused', ...stored })
      return
    }
    this.#matched.add(stored.id)
    this.#report.note(node, {
      outcome: 'imported',
      target: `${path}${stored.name}`,
      detail: detailOf(node, stored.name, stored),
    })
  }
}
