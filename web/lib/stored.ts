/** A value that lives in the browser's storage and is the same in every tab. */
export interface Stored<T> {
  /** The value as it is now; the same object until it changes. What does not fit counts as absent. */
  read(): T | undefined
  write(value: T | undefined): void
  subscribe(listener: () => void): () => void
}

type StoragePort = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * @param events tells of changes by other tabs (`storage` events of the window).
 * @param accept takes what was read, or nothing of it.
 */
export function createStored<T>(
  storage: StoragePort,
  events: EventTarget,
  key: string,
  accept: (value: unknown) => T | undefined,
): Stored<T> {
  const listeners = new Set<() => void>()
  let raw: string | null = null
  let value: T | undefined

  const notify = () => {
    for (const listener of listeners) listener()
  }
  events.addEventListener('storage', (event) => {
    const changed = (event as StorageEvent).key
    if (changed === key || changed === null) notify()
  })

  return {
    read() {
      const current = storage.getItem(key)
      if (current !== raw) {
        raw = current
        value = current === null ? undefined : parse(accept, current)
      }
      return value
    },
    write(next) {
      if (next === undefined) storage.removeItem(key)
      else storage.setItem(key, JSON.stringify(next))
      notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function parse<T>(accept: (value: unknown) => T | undefined, text: string): T | undefined {
  try {
    return accept(JSON.parse(text))
  } catch {
    return undefined
  }
}
