import type { ImportedEntry, ImportRefusal } from './import-outcome.ts'
import type { ImportProgress, ImportWatch } from './import-request.ts'
import { type ImportNode, nodesBelow } from './import-tree.ts'

/** Notes what became of each entry, and announces the progress. */
export class ImportReport {
  readonly entries: ImportedEntry[] = []
  readonly #onProgress: ImportWatch['onProgress']
  #progress: ImportProgress = { files: 0, bytes: 0, allFiles: 0, allBytes: 0 }

  constructor(onProgress: ImportWatch['onProgress']) {
    this.#onProgress = onProgress
  }

  begin(root: ImportNode): void {
    const files = [...nodesBelow(root)].filter(({ isFolder }) => !isFolder)
    const allBytes = files.reduce((sum, { entry }) => sum + (entry?.size ?? 0), 0)
    this.#progress = { ...this.#progress, allFiles: files.length, allBytes }
  }

  note({ path, entry }: ImportNode, what: Omit<ImportedEntry, 'path' | 'size'>): void {
    this.entries.push({ path, size: entry?.size ?? 0, ...what })
  }

  refuse(node: ImportNode, refused: ImportRefusal): void {
    this.note(node, { outcome: 'refused', ...refused })
    if (!node.isFolder) this.advance(node, node.entry?.size ?? 0)
    for (const child of node.children)
      this.refuse(child, { code: refused.code, detail: `Its folder is refused: ${node.path}` })
  }

  leave(node: ImportNode): void {
    this.note(node, { outcome: 'pending', code: 'STOPPED' })
    for (const child of node.children) this.leave(child)
  }

  /** Leaves all nodes that were not reached. */
  leaveRest(root: ImportNode): void {
    const known = new Set(this.entries.map(({ path }) => path))
    for (const node of nodesBelow(root))
      if (!known.has(node.path)) this.note(node, { outcome: 'pending', code: 'STOPPED' })
  }

  /** @param bytes are negative if a file was not stored */
  addBytes(bytes: number): void {
    this.#report({ ...this.#progress, bytes: this.#progress.bytes + bytes })
  }

  advance({ isFolder }: ImportNode, bytes: number): void {
    const { files, bytes: before } = this.#progress
    this.#report({ ...this.#progress, files: files + (isFolder ? 0 : 1), bytes: before + bytes })
  }

  #report(progress: ImportProgress): void {
    this.#progress = progress
    this.#onProgress(progress)
  }
}
