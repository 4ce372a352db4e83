import type { LocalEncryptedFile } from '../../../platform/blob/sync-encrypted-file.ts'
import { WorkerError } from '../../worker-error.ts'
import { passwordForms } from '../pdfium/password-forms.ts'
import type { RenderSource } from '../protocol.ts'
import { RenderError } from '../render-error.ts'
import { Lru } from './lru.ts'

export interface DecryptedFile extends LocalEncryptedFile {
  discard(): Promise<void>
}

/** The promise rejects if no password opens the document. */
export type Decrypt = (
  source: LocalEncryptedFile,
  passwords: readonly string[],
  signal: AbortSignal,
) => Promise<DecryptedFile>

const IDLE_MS = 10 * 60_000
const MAX_COPIES = 16
/** Remembered failures spare readers repeated attempts. */
const MAX_LOCKED = 1_000

interface OpenedCopy {
  readonly source: RenderSource
  readonly file: DecryptedFile
  readonly end: NodeJS.Timeout
  readers: number
  isDropped: boolean
}

/**
 * PDFium reports documents with empty owner password or mixed encryption as locked. The key is the source id, for unlocked documents the
 * lease id.
 */
export class OpenedCopies {
  readonly #decrypt: Decrypt
  readonly #making = new Map<string, Promise<OpenedCopy | undefined>>()
  readonly #closed = new AbortController()
  readonly #entries = new Lru<OpenedCopy>(MAX_COPIES, { dropped: (entry) => this.#drop(entry) })
  readonly #locked = new Lru<true>(MAX_LOCKED)

  constructor(decrypt: Decrypt) {
    this.#decrypt = decrypt
  }

  /** Creates the copy if `isWanted`, and returns undefined if there is none. */
  async use<T>(
    source: RenderSource,
    isWanted: boolean,
    work: (copy: RenderSource) => Promise<T>,
  ): Promise<{ readonly done: T } | undefined> {
    const entry = this.#entries.get(source.id) ?? (isWanted ? await this.#make(source) : undefined)
    if (!entry) return undefined
    entry.readers += 1
    entry.end.refresh()
    try {
      return { done: await work({ ...entry.source, owner: source.owner }) }
    } finally {
      entry.readers -= 1
      if (entry.isDropped && entry.readers === 0) await entry.file.discard()
    }
  }

  async close(): Promise<void> {
    this.#closed.abort(new Error('no more documents are opened'))
    await Promise.allSettled(this.#making.values())
    for (const id of this.#entries.keys()) this.#entries.drop(id)
  }

  async #make(source: RenderSource): Promise<OpenedCopy | undefined> {
    if (this.#locked.get(source.id)) return undefined
    let making = this.#making.get(source.id)
    if (!making) {
      making = this.#open(source).finally(() => this.#making.delete(source.id))
      this.#making.set(source.id, making)
    }
    return making
  }

  async #open(source: RenderSource): Promise<OpenedCopy | undefined> {
    const passwords = source.password === undefined ? [''] : passwordForms(source.password)
    let file: DecryptedFile
    try {
      file = await this.#decrypt(source, passwords, this.#closed.signal)
    } catch (error) {
      if (!(error instanceof WorkerError) || error.code === 'CLOSED') throw error
      if (error.code === 'BUSY') throw new RenderError('BUSY', error.message)
      this.#locked.add(source.id, true)
      return undefined
    }
    const { segments, context } = file
    const opened: RenderSource = { id: `opened ${source.id}`, kind: 'pdf', segments, context }
    const end = setTimeout(() => this.#entries.drop(source.id), IDLE_MS).unref()
    const entry: OpenedCopy = { source: opened, file, end, readers: 0, isDropped: false }
    this.#entries.add(source.id, entry)
    return entry
  }

  #drop(entry: OpenedCopy): void {
    clearTimeout(entry.end)
    entry.isDropped = true
    if (entry.readers === 0) void entry.file.discard()
  }
}
