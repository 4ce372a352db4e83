import { openTabs, type Tabs } from './tabs.ts'

/** A value that lives in the browser's storage and is the same in every tab. */
export interface Stored<T> {
  /** The value as it is now; the same object until it changes. What does not fit counts as absent. */
  read(): T | undefined
  write(value: T | undefined): void
  subscribe(listener: () => void): () => void
}

type StoragePort = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** @param accept takes what was read, or nothing of it. */
export function createStored<T>(storage: StoragePort, tabs: Tabs, key: string, accept: (value: unknown) => T | undefined): Stored<T> {
  const listeners = new Set<() => void>()
  let raw: string | null = null
  let value: T | undefined
  /** What another tab says it has stored, while the storage still shows this one what was there before: browsers promise no time for that. */
  let ahead: { readonly raw: string | null; readonly over: string | null } | undefined

  const notify = () => {
    for (const listener of listeners) listener()
  }
  tabs.hear((word) => {
    if (word.key !== key && word.key !== null) return
    ahead = word.raw === undefined ? undefined : { raw: word.raw, over: storage.getItem(key) }
    notify()
  })
  const currentRaw = (): string | null => {
    const stored = storage.getItem(key)
    if (ahead && ahead.over !== stored) ahead = undefined
    return ahead ? ahead.raw : stored
  }

  return {
    read() {
      const current = currentRaw()
      if (current !== raw) {
        raw = current
        value = current === null ? undefined : parse(accept, current)
      }
      return value
    },
    write(next) {
      const text = next === undefined ? null : JSON.stringify(next)
      if (text === null) storage.removeItem(key)
      else storage.setItem(key, text)
      ahead = undefined
      tabs.tell({ key, raw: text })
      notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

let tabsOfBrowser: Tabs | undefined

/** A value in the storage of this browser. */
export function storedInBrowser<T>(key: string, accept: (value: unknown) => T | undefined): Stored<T> {
  tabsOfBrowser ??= openTabs(new BroadcastChannel('stored'), window)
  return createStored(localStorage, tabsOfBrowser, key, accept)
}

const ALONE: Tabs = { tell: () => undefined, hear: () => undefined }

/** A value of this tab alone, which a reload leaves it. */
export function storedInTab<T>(key: string, accept: (value: unknown) => T | undefined): Stored<T> {
  return createStored(sessionStorage, ALONE, key, accept)
}

function parse<T>(accept: (value: unknown) => T | undefined, text: string): T | undefined {
  try {
    return accept(JSON.parse(text))
  } catch {
    return undefined
  }
}
