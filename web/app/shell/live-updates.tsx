import { useEffect, useEffectEvent } from 'react'
import { READING_ERRORS } from '../../../contract/core/errors/errors-of-reading.ts'
import { LIMITS } from '../../../contract/core/limits.ts'
import { events, type LiveEvent, rights } from '../../../contract/features/session.ts'
import { dashboardKey } from '../../features/dashboard/dashboard-key.ts'
import { itemsKey, trashKey } from '../../features/documents/index.ts'
import { threadsKey } from '../../features/questions/threads-key.ts'
import { roomQuery } from '../../features/rooms/index.ts'
import type { SessionRecord, SessionStore } from '../../features/session/index.ts'
import { ACT_PROGRESS, useApi } from '../../lib/api/api-context.ts'
import { followLines } from '../../lib/api/follow-lines.ts'
import { whileListening } from '../../lib/api/while-listening.ts'
import { systemClock } from '../../lib/browser/clock.ts'
import { isPassing, useSessionScope } from '../session-scope.ts'
import { useApp } from '../use-app.ts'

/** Then the client polls, and still tries to connect. */
const FAILURES_BEFORE_POLLING = 3
/** A single reconnect is normal. */
const FAILURES_BEFORE_ASKING = 2
const POLL_MS = 15_000
const SILENCE_MS = LIMITS.heartbeatMs * 2.5

const isKnown = (code: string): code is keyof typeof READING_ERRORS =>
  Object.hasOwn(READING_ERRORS, code)

function changedRoom({ type, ...changed }: Extract<LiveEvent, { readonly type: 'room' }>) {
  return changed
}

interface LiveUpdatesProps {
  readonly session: SessionRecord
  readonly sessions: Pick<SessionStore, 'read' | 'update' | 'end'>
  readonly onReach: (isReached: boolean) => void
}

export function LiveUpdates({ session, sessions, onReach }: LiveUpdatesProps) {
  const { i18n } = useApp()
  const api = useApi()
  const { queries } = useSessionScope()
  const { jwt, roomId, id, userId } = session

  const refreshItems = () => {
    for (const queryKey of [
      itemsKey(roomId),
      trashKey(roomId),
      dashboardKey(roomId),
      threadsKey(roomId),
    ])
      void queries.invalidateQueries({ queryKey })
  }

  const askRights = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const now = await api.call(
        rights,
        { body: { managementId: id, roomId, userId } },
        { signal, bearer: jwt },
      )
      if (signal.aborted) return
      sessions.update(now)
      onReach(true)
    } catch (error) {
      if (isPassing(error) && !signal.aborted) onReach(false)
    }
  })

  const refresh = useEffectEvent((signal: AbortSignal) => {
    refreshItems()
    void queries.invalidateQueries({ queryKey: roomQuery(api, roomId).queryKey })
    void askRights(signal)
  })

  const hear = useEffectEvent((event: LiveEvent) => {
    if (sessions.read()?.jwt !== jwt) return
    switch (event.type) {
      case 'rights':
        sessions.update({ print: event.print, download: event.download, roleId: event.roleId })
        void queries.invalidateQueries({ queryKey: roomQuery(api, roomId).queryKey })
        return void queries.invalidateQueries({ queryKey: itemsKey(roomId) })
      case 'room':
        queries.setQueryData(
          roomQuery(api, roomId).queryKey,
          (room) => room && { ...room, ...changedRoom(event) },
        )
        void queries.invalidateQueries({ queryKey: roomQuery(api, roomId).queryKey })
        return void queries.invalidateQueries({ queryKey: itemsKey(roomId) })
      case 'items':
        return refreshItems()
      case 'threads':
        return void queries.invalidateQueries({ queryKey: threadsKey(roomId) })
      case 'progress':
        return dispatchEvent(new CustomEvent(ACT_PROGRESS, { detail: event }))
      case 'ended':
        if (event.code === 'NOT_AGREED') return sessions.update({ agreed: false })
        return sessions.end(
          READING_ERRORS[isKnown(event.code) ? event.code : 'SESSION_ENDED'][
            i18n.spoken().language
          ],
        )
      default:
    }
  })

  const reach = useEffectEvent(onReach)

  useEffect(
    () =>
      whileListening(document, navigator.locks, (signal, isReturn) => {
        let polling: ReturnType<typeof setInterval> | undefined
        const stopPolling = () => {
          clearInterval(polling)
          polling = undefined
        }
        signal.addEventListener('abort', stopPolling)
        let hasMissed = isReturn
        let silence = new AbortController()
        const whileSilent = () => AbortSignal.any([signal, silence.signal])
        void followLines({
          clock: systemClock,
          signal,
          silenceMs: SILENCE_MS,
          onWake(run) {
            addEventListener('online', run)
            return () => removeEventListener('online', run)
          },
          open: (whole) => api.lines(events, {}, { signal: whole, bearer: jwt }),
          onLine(event) {
            stopPolling()
            silence.abort()
            silence = new AbortController()
            reach(true)
            // Refreshing after connecting misses no event.
            if (hasMissed) refresh(signal)
            hasMissed = false
            hear(event)
          },
          onBreak(failures) {
            hasMissed = true
            if (failures === FAILURES_BEFORE_ASKING) void askRights(whileSilent())
            if (failures >= FAILURES_BEFORE_POLLING)
              polling ??= setInterval(() => refresh(whileSilent()), POLL_MS)
          },
        })
      }),
    [api, jwt],
  )

  return null
}
