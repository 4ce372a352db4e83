import { useEffect, useEffectEvent } from 'react'
import { READING_ERRORS } from '../../contract/core/errors-of-reading.ts'
import { LIMITS } from '../../contract/core/limits.ts'
import { events, type LiveEvent, rights } from '../../contract/features/session.ts'
import { dashboardKey } from '../features/dashboard/dashboard-key.ts'
import { itemsKey, trashKey } from '../features/documents/index.ts'
import { roomQuery } from '../features/rooms/index.ts'
import type { SessionRecord, SessionStore } from '../features/session/index.ts'
import { useApi } from '../lib/api-context.ts'
import { systemClock } from '../lib/clock.ts'
import { followLines } from '../lib/follow-lines.ts'
import { whileListening } from '../lib/while-listening.ts'
import { useHouse } from './house-context.ts'
import { isPassing, useWorkroom } from './workroom.ts'

/** So many attempts without a line, and the client asks instead of listening; it goes on trying. */
const FAILURES_BEFORE_POLLING = 3
/** A stream that merely has to be opened again is nobody's concern, and from then on whether the server answers a call. */
const FAILURES_BEFORE_ASKING = 2
const POLL_MS = 15_000
const SILENCE_MS = LIMITS.heartbeatMs * 2.5

const isKnown = (code: string): code is keyof typeof READING_ERRORS => Object.hasOwn(READING_ERRORS, code)

/** What an event tells of the room. */
function changedRoom({ type, ...changed }: Extract<LiveEvent, { readonly type: 'room' }>) {
  return changed
}

interface LiveUpdatesProps {
  readonly session: SessionRecord
  /** Where it is kept, and ended. */
  readonly sessions: Pick<SessionStore, 'read' | 'update' | 'end'>
  /** Hears whether the server is there. */
  readonly onReach: (isReached: boolean) => void
}

/**
 * Keeps rights, switches and lists as they are on the server, in the tabs in sight; one of the others hears for all when the session ends,
 * and they hear of it from that one.
 */
export function LiveUpdates({ session, sessions, onReach }: LiveUpdatesProps) {
  const { i18n } = useHouse()
  const api = useApi()
  const { queries } = useWorkroom()
  const { jwt, roomId, id, userId } = session

  const refreshItems = () => {
    for (const queryKey of [itemsKey(roomId), trashKey(roomId), dashboardKey(roomId)]) void queries.invalidateQueries({ queryKey })
  }

  /** Its answer says also whether the server is there. */
  const askRights = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const now = await api.call(rights, { body: { managementId: id, roomId, userId } }, { signal, bearer: jwt })
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
        // Each row carries what may be done with it.
        return void queries.invalidateQueries({ queryKey: itemsKey(roomId) })
      case 'room':
        queries.setQueryData(roomQuery(api, roomId).queryKey, (room) => room && { ...room, ...changedRoom(event) })
        // An answer that is on its way may be older than this event: it is dropped and asked for anew.
        void queries.invalidateQueries({ queryKey: roomQuery(api, roomId).queryKey })
        return void queries.invalidateQueries({ queryKey: itemsKey(roomId) })
      case 'items':
        // The folder above shows how many items this one has.
        return refreshItems()
      case 'ended':
        return sessions.end(READING_ERRORS[isKnown(event.code) ? event.code : 'SESSION_ENDED'][i18n.spoken().language])
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
        /** What was asked while nothing was heard says nothing of the time when there is something again. */
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
            // What was said while nobody listened is not said again. It is asked for once the stream listens, so that nothing falls between.
            if (hasMissed) refresh(signal)
            hasMissed = false
            hear(event)
          },
          onBreak(failures) {
            hasMissed = true
            if (failures === FAILURES_BEFORE_ASKING) void askRights(whileSilent())
            if (failures >= FAILURES_BEFORE_POLLING) polling ??= setInterval(() => refresh(whileSilent()), POLL_MS)
          },
        })
      }),
    [api, jwt],
  )

  return null
}
