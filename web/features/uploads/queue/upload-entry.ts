/** Only `failed` and `canceled` allow a retry. */
export type EntryState =
  | 'checking'
  | 'waiting'
  | 'sending'
  | 'saving'
  | 'paused'
  | 'done'
  | 'failed'
  | 'refused'
  | 'skipped'
  | 'canceled'

export interface UploadEntry {
  readonly id: number
  readonly path: string
  readonly size: number
  readonly sent: number
  readonly state: EntryState
  readonly isFolder: boolean
  readonly reason?: string
  readonly isUnreadable?: boolean
  readonly storedAs?: string
  readonly resumedIn?: string
}

const OPEN: readonly EntryState[] = ['checking', 'waiting', 'sending', 'saving', 'paused']

export const isOpen = ({ state }: UploadEntry): boolean => OPEN.includes(state)

export interface Tally {
  readonly total: number
  readonly done: number
  readonly folders: number
  readonly foldersDone: number
  readonly renamed: number
  readonly missing: number
  readonly failed: number
  readonly skipped: number
  readonly canceled: number
  readonly open: number
  readonly paused: number
  readonly saving: number
  readonly bytes: number
  readonly sent: number
}

type Count = keyof Tally

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

const SHORT = 50

export class UploadList {
  readonly #entries = new Map<number, UploadEntry>()
  readonly #tally: Record<Count, number> = { ...NOTHING }
  #order: readonly number[] | undefined

  get(id: number): UploadEntry | undefined {
    return this.#entries.get(id)
  }

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

  restart(id: number, state: 'checking' | 'waiting', sent: number): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    const { path, size, isFolder, resumedIn } = entry
    this.put({
      id,
      path,
      size,
      sent,
      state,
      isFolder,
      ...(resumedIn === undefined ? {} : { resumedIn }),
    })
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
