import { createSessionStore, type SessionStore } from '../features/session/index.ts'
import { type Api, createApi } from '../lib/api.ts'
import type { ApiError } from '../lib/api-error.ts'
import { createI18n, type I18n } from '../lib/i18n.ts'

type RefusalListener = (error: ApiError) => void

/** All that lives as long as the page does. What a session works with is in the workroom. */
export interface House {
  readonly i18n: I18n
  readonly sessions: SessionStore
  readonly api: Api
  /** Hears of every refusal of the session that is open; returns its own end. */
  onRefused(listener: RefusalListener): () => void
  /** Ends the session here at once, and there as soon as it hears of it. */
  leave(): void
}

/** Made once, when the page is loaded. */
export function createHouse(): House {
  const i18n = createI18n()
  const sessions = createSessionStore()
  const listeners = new Set<RefusalListener>()

  const api = createApi({
    bearer: () => sessions.read()?.jwt,
    language: () => i18n.spoken().language,
    failureText: () => i18n.spoken().t(navigator.onLine ? 'network.failed' : 'network.offline'),
    onRefused(error, bearer) {
      // What is said of a session that was replaced meanwhile does not touch its successor.
      if (bearer === undefined || bearer !== sessions.read()?.jwt) return
      if (error.http === 401) sessions.end(error.text)
      if (error.code === 'NOT_AGREED') sessions.update({ agreed: false })
      for (const listener of listeners) listener(error)
    },
  })

  return {
    i18n,
    sessions,
    api,
    onRefused(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    leave() {
      const session = sessions.read()
      sessions.end()
      if (!session) return
      void import('./tell-logout.ts').then(({ tellLogout }) => tellLogout(api, session.jwt)).catch(() => undefined)
    },
  }
}
