import { useSyncExternalStore } from 'react'

/** Where somebody is in the composing tool. The server knows these addresses, too. */
export type Place =
  | { readonly kind: 'home' }
  | { readonly kind: 'document'; readonly id: number }
  /** @property isFromPreview whether it was opened out of the preview, so that its status is PENDING. */
  | { readonly kind: 'edit'; readonly id: number; readonly isFromPreview: boolean }

const HOME: Place = { kind: 'home' }
const BASE = '/compose'

/** The place that an address names; what it does not know is the beginning. */
export function placeOf(pathname: string, state: unknown): Place {
  const [, kind, digits = ''] = /^\/compose\/(document|edit)\/([1-9]\d{0,15})$/.exec(pathname) ?? []
  const id = Number(digits)
  if (kind === 'document') return { kind, id }
  if (kind === 'edit') return { kind, id, isFromPreview: typeof state === 'object' && state !== null && 'isFromPreview' in state }
  return HOME
}

export const hrefOf = (place: Place): string => (place.kind === 'home' ? BASE : `${BASE}/${place.kind}/${place.id}`)

let read: { readonly key: string; readonly place: Place } | undefined

/** The same object until the address changes. */
function current(): Place {
  const key = `${location.pathname} ${JSON.stringify(history.state)}`
  if (read?.key !== key) read = { key, place: placeOf(location.pathname, history.state) }
  return read.place
}

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('popstate', tell)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('popstate', tell)
  }
}

/** Goes to another place of the tool. */
export function go(place: Place): void {
  history.pushState(place.kind === 'edit' && place.isFromPreview ? { isFromPreview: true } : null, '', hrefOf(place))
  tell()
}

/** Where one is; it changes with the address, also by the browser's own buttons. */
export const usePlace = (): Place => useSyncExternalStore(subscribe, current)
