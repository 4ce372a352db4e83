import {
  createSessionStore,
  createViewStore,
  type SessionStore,
  type ViewStore,
} from '../features/session/index.ts'
import { type Api, createApi } from '../lib/api/api.ts'
import type { ApiError } from '../lib/api/api-error.ts'
import type { ApiPorts } from '../lib/api/exchange.ts'
import { createI18n, type I18n } from '../lib/i18n.ts'

type RefusalListener = (error: ApiError) => void

export interface AppContext {
  readonly i18n: I18n
  readonly sessions: SessionStore
  readonly views: ViewStore
  readonly api: Api
  viewApi(bearer: string): Api
  onRefused(listener: RefusalListener): () => void
  leave(): void
  leaveView(): void
  leaveAll(): void
}

export function createAppContext(): AppContext {
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
      if (bearer === undefined || bearer !== sessions.read()?.jwt) return
      // An older page does not know the second step.
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
  const announceEnd = (speaker: Api, bearer: string, isLast = false) =>
    void import('./shell/announce-logout.ts')
      .then(({ announceLogout }) => announceLogout(speaker, bearer, isLast))
      .catch(() => undefined)

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
      if (session) announceEnd(api, session.jwt, sessions.all().length === 0)
    },
    leaveAll() {
      const all = sessions.all()
      sessions.endAll()
      for (const { jwt } of all) announceEnd(api, jwt, jwt === all.at(-1)?.jwt)
    },
    leaveView() {
      const view = views.read()
      views.end()
      if (view) announceEnd(viewApi(view.jwt), view.jwt)
    },
  }
}
