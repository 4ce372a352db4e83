/** Word that a value in the storage of the browser has changed. */
export interface TabWord {
  /** Null: all of them may have. */
  readonly key: string | null
  /** What is stored now, null for nothing; absent where only the storage itself knows. */
  readonly raw?: string | null
}

/** How the tabs of one browser tell each other what they have stored. */
export interface Tabs {
  tell(word: Required<TabWord>): void
  hear(listener: (word: TabWord) => void): void
}

const isWord = (data: unknown): data is Required<TabWord> => {
  if (typeof data !== 'object' || data === null) return false
  const { key, raw } = data as Partial<TabWord>
  return typeof key === 'string' && (raw === null || typeof raw === 'string')
}

/**
 * Tabs that hear of each other by a BroadcastChannel, and of what changed the storage otherwise by its own events. A page that comes back
 * out of the browser's memory has missed both.
 *
 * @param page whose `storage` and `pageshow` events tell.
 */
export function openTabs(channel: BroadcastChannel, page: EventTarget): Tabs {
  return {
    tell: (word) => channel.postMessage(word),
    hear(listener) {
      channel.addEventListener('message', ({ data }) => {
        if (isWord(data)) listener(data)
      })
      page.addEventListener('storage', (event) => listener({ key: (event as StorageEvent).key }))
      page.addEventListener('pageshow', (event) => {
        if ((event as PageTransitionEvent).persisted) listener({ key: null })
      })
    },
  }
}
