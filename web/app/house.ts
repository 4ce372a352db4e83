import { QueryClient } from '@tanstack/react-query'
import type { i18n as I18n } from 'i18next'
import { errorText } from '../../contract/core/errors.ts'
import { logout } from '../../contract/features/session.ts'
import { itemsKey } from '../features/documents/index.ts'
import { createSessionStore, type SessionStore } from '../features/session/index.ts'
import { sendBatch, UploadQueue } from '../features/uploads/index.ts'
import { type Api, createApi } from '../lib/api.ts'
import { ApiError } from '../lib/api-error.ts'
import { createI18n, languageOf } from '../lib/i18n.ts'

/** Whether the server has opened the operator area for this session. Set by its answers alone. */
export const RAISED_KEY = ['raised']

/** All that lives as long as the page does. */
export interface House {
  readonly i18n: I18n
  readonly sessions: SessionStore
  readonly queries: QueryClient
  readonly api: Api
  readonly uploads: UploadQueue
  /** Ends the session here at once, and there as soon as it hears of it. */
  leave(): void
}

const RETRIES = 2

const isPassing = (error: unknown): boolean => error instanceof ApiError && (error.code === 'NETWORK' || error.code === 'BUSY')

export function createHouse(): House {
  const i18n = createI18n()
  const sessions = createSessionStore()
  const queries = new QueryClient({
    defaultOptions: {
      queries: { retry: (failures, error) => failures < RETRIES && isPassing(error), networkMode: 'always', staleTime: 10_000 },
      mutations: { networkMode: 'always' },
    },
  })

  const api = createApi({
    bearer: () => sessions.read()?.jwt,
    language: () => languageOf(i18n),
    failureText: () => i18n.t(navigator.onLine ? 'network.failed' : 'network.offline'),
    onRefused(error, bearer) {
      // What is said of a session that was replaced meanwhile does not touch its successor.
      if (bearer === undefined || bearer !== sessions.read()?.jwt) return
      if (error.http === 401) sessions.end(error.text)
      if (error.code === 'NOT_AGREED') sessions.update({ agreed: false })
      if (error.code === 'NOT_RAISED') queries.setQueryData(RAISED_KEY, false)
    },
  })

  const uploads = new UploadQueue({
    language: () => languageOf(i18n),
    send(batch, options) {
      const session = sessions.read()
      if (!session) throw new ApiError('NO_SESSION', 401, errorText('NO_SESSION', languageOf(i18n)))
      return sendBatch(api, session, batch, options)
    },
    onStored() {
      const session = sessions.read()
      // A path may have made folders above the files: every list of the room can be out of date.
      if (session) void queries.invalidateQueries({ queryKey: itemsKey(session.roomId) })
    },
  })

  return {
    i18n,
    sessions,
    queries,
    api,
    uploads,
    leave() {
      const session = sessions.read()
      sessions.end()
      if (session) api.call(logout, {}, { bearer: session.jwt, keepalive: true }).catch(() => undefined)
    },
  }
}

/** Nothing of one session is left for the next: runs `onChange` after the lists, uploads and rights of the old one are gone. */
export function watchSession(house: House, onChange: () => void): void {
  let jwt = house.sessions.read()?.jwt
  house.sessions.subscribe(() => {
    const current = house.sessions.read()?.jwt
    if (current !== jwt) {
      house.uploads.cancel()
      house.uploads.dismiss()
      house.queries.clear()
    }
    jwt = current
    onChange()
  })
}
