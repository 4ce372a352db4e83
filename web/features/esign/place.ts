import { useSyncExternalStore } from 'react'

export type EsignPlace =
  | { readonly kind: 'home' }
  | { readonly kind: 'document'; readonly id: number }
  /** @property isFromPreview makes the status PENDING. */
  | { readonly kind: 'edit'; readonly id: number; readonly isFromPreview: boolean }

const HOME: EsignPlace = { kind: 'home' }
const BASE = '/compose'

export function placeOf(pathname: string, state: unknown): EsignPlace {
  const [, kind, digits = ''] = /^\/compose\/(document|edit)\/([1-9]\d{0,15})$/.exec(pathname) ?? []
  const id = Number(digits)
  if (kind === 'document') return { kind, id }
  if (kind === 'edit')
    return {
      kind,
      id,
      isFromPreview: typeof state === 'object' && state !== null && 'isFromPreview' in state,
    }
  return HOME
}

export const hrefOf = (place: EsignPlace): string =>
  place.kind === 'home' ? BASE : `${BASE}/${place.kind}/${place.id}`

let read: { readonly key: string; readonly place: EsignPlace } | undefined

function current(): EsignPlace {
  const key = `${location.pathname} ${JSON.stringify(history.state)}`
  if (read?.key !== key) read = { key, place: placeOf(location.pathname, history.state) }
  return read.place
}

const listeners = new Set<() => void>()
const report = () => {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('popstate', report)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('popstate', report)
  }
}

export function go(place: EsignPlace): void {
  history.pushState(
    place.kind === 'edit' && place.isFromPreview ? { isFromPreview: true } : null,
    '',
    hrefOf(place),
  )
  report()
}

export const usePlace = (): EsignPlace => useSyncExternalStore(subscribe, current)
