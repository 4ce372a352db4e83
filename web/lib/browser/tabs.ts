export interface TabWord {
  readonly key: string | null
  /** Null means removed; absent means only storage has the value. */
  readonly raw?: string | null
}

export interface Tabs {
  report(word: Required<TabWord>): void
  hear(listener: (word: TabWord) => void): void
}

const isWord = (data: unknown): data is Required<TabWord> => {
  if (typeof data !== 'object' || data === null) return false
  const { key, raw } = data as Partial<TabWord>
  return typeof key === 'string' && (raw === null || typeof raw === 'string')
}

/** Pages restored from the back/forward cache missed messages and storage events. @param page emits `storage` and `pageshow`. */
export function openTabs(channel: BroadcastChannel, page: EventTarget): Tabs {
  return {
    report: (word) => channel.postMessage(word),
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
