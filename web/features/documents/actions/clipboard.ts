import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'

export interface Clip {
  readonly mode: 'copy' | 'cut'
  readonly items: readonly Item[]
}

/** It belongs to a session and a room, apart from the system clipboard. */
export interface Clipboard {
  read(): Clip | undefined
  write(clip: Clip | undefined): void
  keep(clip: Clip, left: readonly Item[]): void
  subscribe(listener: () => void): () => void
}

export function createClipboard(): Clipboard {
  const listeners = new Set<() => void>()
  let held: Clip | undefined
  const write = (clip: Clip | undefined) => {
    held = clip
    for (const listener of listeners) listener()
  }
  return {
    read: () => held,
    write,
    keep(clip, left) {
      if (held === clip && left.length < clip.items.length)
        write(left.length > 0 ? { ...clip, items: left } : undefined)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const ClipboardContext = createContext<Clipboard | undefined>(undefined)

export const ClipboardProvider = ClipboardContext.Provider

export function useClip(): readonly [Clip | undefined, Pick<Clipboard, 'write' | 'keep'>] {
  const clipboard = useContext(ClipboardContext)
  if (!clipboard) throw new Error('useClip outside of ClipboardProvider')
  return [useSyncExternalStore(clipboard.subscribe, clipboard.read), clipboard]
}
