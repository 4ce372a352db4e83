import { openTabs, type Tabs } from './tabs.ts'

interface Stored<T> {
  /** Returns the same object until changed. Invalid values count as absent. */
  read(): T | undefined
  write(value: T | undefined): void
  subscribe(listener: () => void): () => void
}

type StoragePort = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function createStored<T>(
  storage: StoragePort,
  tabs: Tabs,
  key: string,
  accept: (value: unknown) => T | undefined,
): Stored<T> {
  const listeners = new Set<() => void>()
  let raw: string | null = null
  let value: T | undefined
  /** Another tab's message may precede the stored value. */
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
      tabs.report({ key, raw: text })
      notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

let tabsOfBrowser: Tabs | undefined

export function storedInBrowser<T>(
  key: string,
  accept: (value: unknown) => T | undefined,
): Stored<T> {
  tabsOfBrowser ??= openTabs(new BroadcastChannel('stored'), window)
  return createStored(localStorage, tabsOfBrowser, key, accept)
}

const ALONE: Tabs = { report: () => undefined, hear: () => undefined }

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
