/**
 * `checking`: whether its name is taken is being asked, of the server or of the person. `saving`: all of it has left, the server has not
 * answered yet. `refused` and `skipped` are final; `failed` and `canceled` can be sent again.
 */
export type EntryState = 'checking' | 'waiting' | 'sending' | 'saving' | 'paused' | 'done' | 'failed' | 'refused' | 'skipped' | 'canceled'

/** One file, or an empty folder, on its way. */
export interface UploadEntry {
  readonly id: number
  readonly path: string
  readonly size: number
  readonly sent: number
  readonly state: EntryState
  readonly isFolder: boolean
  readonly reason?: string
  /** It failed because the file itself is not there any more as it was chosen. */
  readonly isUnreadable?: boolean
  /** The name that the server gave it, when its own was taken. */
  readonly storedAs?: string
  /** Names from the root to the folder of an upload that goes on there, wherever it was chosen; empty for the root. */
  readonly resumedIn?: string
}

const OPEN: readonly EntryState[] = ['checking', 'waiting', 'sending', 'saving', 'paused']

/** Whether it is still to come or on its way. */
export const isOpen = ({ state }: UploadEntry): boolean => OPEN.includes(state)

/** A whole upload in numbers. */
export interface Tally {
  /** All that should arrive: what was canceled or skipped does not count. */
  readonly total: number
  readonly done: number
  /** Of `total` and of `done`, those that are empty folders. */
  readonly folders: number
  readonly foldersDone: number
  /** Of `done`, those that got another name. */
  readonly renamed: number
  /** Failed or refused by the server. */
  readonly missing: number
  /** Of `missing`, those that can be sent again. */
  readonly failed: number
  readonly skipped: number
  readonly canceled: number
  /** Still to come or on their way, and of these those that are paused and those that have left. */
  readonly open: number
  readonly paused: number
  readonly saving: number
  /** Bytes of what is done or open, and how many of them have left. */
  readonly bytes: number
  readonly sent: number
}

type Count = keyof Tally

/** The counts that a file of this state is in, beside the bytes. */
const COUNTED: Record<EntryState, readonly Count[]> = {
  checking: ['total', 'open'],
  waiting: ['total', 'open'],
  sending: ['total', 'open'],
  saving: ['total', 'open', 'saving'],
  paused: ['total', 'open', 'paused'],
  done: ['total', 'done'],
  failed: ['total', 'missing', 'failed'],
  refused: ['total', 'missing'],
  skipped: ['skipped'],
  canceled: ['canceled'],
}

const NOTHING: Tally = {
  total: 0,
  done: 0,
  folders: 0,
  foldersDone: 0,
  renamed: 0,
  missing: 0,
  failed: 0,
  skipped: 0,
  canceled: 0,
  open: 0,
  paused: 0,
  saving: 0,
  bytes: 0,
  sent: 0,
}

/** In which order a long list shows what became of files. */
const BY_URGENCY: readonly EntryState[] = [
  'failed',
  'refused',
  'sending',
  'saving',
  'checking',
  'paused',
  'waiting',
  'canceled',
  'skipped',
  'done',
]

/** A list up to this length shows its files as they came. */
const SHORT = 50

/** The files of an upload. It is counted while it changes: of ten thousand files none is looked at because another one moves. */
export class UploadList {
  readonly #entries = new Map<number, UploadEntry>()
  readonly #tally: Record<Count, number> = { ...NOTHING }
  #order: readonly number[] | undefined

  get(id: number): UploadEntry | undefined {
    return this.#entries.get(id)
  }

  /** Numbers of the files of which this is true. */
  idsOf(isMeant: (entry: UploadEntry) => boolean): readonly number[] {
    return [...this.#entries.values()].filter(isMeant).map(({ id }) => id)
  }

  put(entry: UploadEntry): void {
    const before = this.#entries.get(entry.id)
    if (before) this.#count(before, -1)
    this.#count(entry, 1)
    this.#entries.set(entry.id, entry)
    if (before?.state !== entry.state) this.#order = undefined
  }

  change(id: number, change: Partial<UploadEntry>): void {
    const entry = this.#entries.get(id)
    if (entry) this.put({ ...entry, ...change })
  }

  /** A file begins anew, or goes on: what was said of it before does not hold any more. */
  restart(id: number, state: 'checking' | 'waiting', sent: number): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    const { path, size, isFolder, resumedIn } = entry
    this.put({ id, path, size, sent, state, isFolder, ...(resumedIn === undefined ? {} : { resumedIn }) })
  }

  delete(id: number): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    this.#count(entry, -1)
    this.#entries.delete(id)
    this.#order = undefined
  }

  tally(): Tally {
    return { ...this.#tally }
  }

  /** Numbers of all files: few as they came; of many, those first that need a look. The same array until one changes its state. */
  order(): readonly number[] {
    this.#order ??= this.#entries.size <= SHORT ? [...this.#entries.keys()] : this.#byUrgency()
    return this.#order
  }

  #byUrgency(): readonly number[] {
    const groups = new Map<EntryState, number[]>(BY_URGENCY.map((state) => [state, []]))
    for (const { id, state } of this.#entries.values()) groups.get(state)?.push(id)
    return [...groups.values()].flat()
  }

  #count(entry: UploadEntry, by: 1 | -1): void {
    const counts = COUNTED[entry.state]
    for (const count of counts) this.#tally[count] += by
    if (entry.isFolder && counts.includes('total')) this.#tally.folders += by
    if (entry.isFolder && counts.includes('done')) this.#tally.foldersDone += by
    if (entry.storedAs !== undefined) this.#tally.renamed += by
    if (entry.state !== 'done' && !isOpen(entry)) return
    this.#tally.bytes += by * entry.size
    this.#tally.sent += by * entry.sent
  }
}
