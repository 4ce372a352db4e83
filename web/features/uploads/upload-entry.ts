/** `saving`: all of it has left, the server has not answered yet. `refused` is final; `failed` and `canceled` can be sent again. */
export type EntryState = 'waiting' | 'sending' | 'saving' | 'done' | 'failed' | 'refused' | 'canceled'

/** One file on its way. */
export interface UploadEntry {
  readonly id: number
  readonly path: string
  readonly size: number
  readonly sent: number
  readonly state: EntryState
  readonly reason?: string
  /** The name that the server gave it, when its own was taken. */
  readonly storedAs?: string
}

const OPEN: readonly EntryState[] = ['waiting', 'sending', 'saving']

/** Whether it is still to come or on its way. */
export const isOpen = ({ state }: UploadEntry): boolean => OPEN.includes(state)

/** A whole upload in numbers. */
export interface Tally {
  /** All that should arrive: what was canceled does not count. */
  readonly total: number
  readonly done: number
  /** Of `done`, those that got another name. */
  readonly renamed: number
  /** Failed or refused by the server. */
  readonly missing: number
  /** Of `missing`, those that can be sent again. */
  readonly failed: number
  readonly canceled: number
  /** Bytes of what is done or open, and how many of them have left. */
  readonly bytes: number
  readonly sent: number
}

/** Counts the files of an upload by their states. */
export function tallyOf(entries: readonly UploadEntry[]): Tally {
  const tally = { total: 0, done: 0, renamed: 0, missing: 0, failed: 0, canceled: 0, bytes: 0, sent: 0 }
  for (const entry of entries) {
    const { state, size, sent, storedAs } = entry
    if (state === 'canceled') tally.canceled += 1
    else tally.total += 1
    if (state === 'done') tally.done += 1
    if (state === 'failed') tally.failed += 1
    if (state === 'failed' || state === 'refused') tally.missing += 1
    if (storedAs !== undefined) tally.renamed += 1
    if (state === 'done' || isOpen(entry)) {
      tally.bytes += size
      tally.sent += sent
    }
  }
  return tally
}

const BY_URGENCY: readonly EntryState[] = ['failed', 'refused', 'sending', 'saving', 'waiting', 'canceled', 'done']

/** What a list of at most `limit` rows shows: few as they came; of many, those first that need a look. */
export function listedOf(entries: readonly UploadEntry[], limit: number): readonly UploadEntry[] {
  if (entries.length <= limit) return entries
  return BY_URGENCY.flatMap((state) => entries.filter((entry) => entry.state === state)).slice(0, limit)
}
