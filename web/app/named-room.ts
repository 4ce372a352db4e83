import { readRoom } from '../../contract/core/links/read-room.ts'
import type { AppContext } from './app-context.ts'
import type { ReturnTarget } from './return-to.ts'
import type { createAppRouter } from './router.tsx'

/** The router keeps the state only of entries that look like its own. */
const ENTRY = { key: 'named', __TSR_key: 'named', __TSR_index: 0 }

/**
 * Leads a link or history entry with a room number to that room's session or to the entrance, in this tab only. Only sessions of this
 * browser decide, so a number reveals nothing to a stranger.
 */
export function followNamedRoom({ sessions, views, leaveView }: AppContext): void {
  const { pathname, search, hash } = location
  const here = `${pathname}${search}${hash}`
  const { place, roomNo } = readRoom(here) ?? { place: here, roomNo: history.state?.room as string | undefined }
  const own = sessions.read()
  // Otherwise the view would reappear with the next link into its room.
  if (roomNo !== undefined && roomNo !== own?.roomNo) {
    leaveView()
    views.forget()
  }
  const held = sessions.all().find((session) => session.roomNo === roomNo)
  if (held) sessions.open(held.roomId)
  if (held || roomNo === undefined) {
    history.replaceState(history.state, '', place)
    return
  }
  const isEntrance = pathname === '/login'
  const wanted: ReturnTarget = { href: isEntrance ? '/' : place, roomNo, passed: (own ?? sessions.all()[0])?.roomNo }
  history.replaceState({ ...ENTRY, wanted }, '', isEntrance ? place : '/login')
}

/** Stores the room in each history entry, since going back may lead into another room than that of this tab. */
export function keepRooms(router: ReturnType<typeof createAppRouter>, sessions: AppContext['sessions']): void {
  const keep = () => {
    const room = sessions.read()?.roomNo
    // Calls the method of the prototype, so that the router does not react to the change.
    if (room !== undefined && router.state.matches[1]?.routeId === '/inside')
      History.prototype.replaceState.call(history, { ...history.state, room }, '')
  }
  const look = () => {
    const { room } = history.state ?? {}
    const own = sessions.read()
    if (own && room !== undefined && room !== own.roomNo) location.reload()
  }
  if (router.state.status === 'idle') keep()
  router.subscribe('onResolved', keep)
  addEventListener('popstate', look)
  addEventListener('pageshow', look)
}
