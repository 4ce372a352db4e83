import { createSessionStore, createViewStore, type SessionStore, type ViewStore } from '../features/session/index.ts'
import { type Api, type ApiPorts, createApi } from '../lib/api.ts'
import type { ApiError } from '../lib/api-error.ts'
import { createI18n, type I18n } from '../lib/i18n.ts'

type RefusalListener = (error: ApiError) => void

/** All that lives as long as the page does. What a session works with is in the workroom. */
export interface House {
  readonly i18n: I18n
  readonly sessions: SessionStore
  /** As whom an operator views the room in this tab. */
  readonly views: ViewStore
  /** Speaks for the session. */
  readonly api: Api
  /** Speaks for a view as another person, and for nobody else whatever becomes of it. */
  viewApi(bearer: string): Api
  /** Hears of every refusal of the session that is open; returns its own end. */
  onRefused(listener: RefusalListener): () => void
  /** Ends the session here at once, and there as soon as it hears of it. */
  leave(): void
  /** Ends the view of this tab as another person, here at once. */
  leaveView(): void
}

/** Made once, when the page is loaded. */
export function createHouse(): House {
  const i18n = createI18n()
  const sessions = createSessionStore()
  const views = createViewStore(sessions)
  const listeners = new Set<RefusalListener>()
  let ofView: { readonly bearer: string; readonly api: Api } | undefined

  const speaking: Pick<ApiPorts, 'language' | 'failureText'> = {
    language: () => i18n.spoken().language,
    failureText: () => i18n.spoken().t(navigator.onLine ? 'network.failed' : 'network.offline'),
  }
  const api = createApi({
    ...speaking,
    bearer: () => sessions.read()?.jwt,
    onRefused(error, bearer) {
      // What is said of a session that was replaced meanwhile does not touch its successor.
      if (bearer === undefined || bearer !== sessions.read()?.jwt) return
      // A page that was loaded before there was a second step does not know that it is asked for.
      if (error.http === 401 || error.code === 'NOT_PROVEN') sessions.end(error.text)
      if (error.code === 'NOT_AGREED') sessions.update({ agreed: false })
      for (const listener of listeners) listener(error)
    },
  })

  const viewApi = (bearer: string): Api => {
    if (ofView?.bearer !== bearer) {
      const onRefused: ApiPorts['onRefused'] = ({ http, text }) => {
        if (http === 401 && views.read()?.jwt === bearer) views.end(text)
      }
      ofView = { bearer, api: createApi({ ...speaking, bearer: () => bearer, onRefused }) }
    }
    return ofView.api
  }
  const tellEnd = (speaker: Api, bearer: string) =>
    void import('./tell-logout.ts').then(({ tellLogout }) => tellLogout(speaker, bearer)).catch(() => undefined)

  return {
    i18n,
    sessions,
    views,
    api,
    viewApi,
    onRefused(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    leave() {
      const session = sessions.read()
      sessions.end()
      if (session) tellEnd(api, session.jwt)
    },
    leaveView() {
      const view = views.read()
      views.end()
      if (view) tellEnd(viewApi(view.jwt), view.jwt)
    },
  }
}
