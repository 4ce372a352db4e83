import { readRoom } from '../../contract/core/links/read-room.ts'
import type { AppContext } from './app-context.ts'
import { keepPlace, keptPlace } from './kept-place.ts'
import type { ReturnTarget } from './return-to.ts'
import type { createAppRouter } from './router.tsx'

const ENTRY = { key: 'named', __TSR_key: 'named', __TSR_index: 0 }

/** Follows a link's room number. Only this browser's sessions decide, which reveals nothing to strangers. */
export function followNamedRoom({ sessions, views, leaveView }: AppContext): void {
  const { pathname, search, hash } = location
  const here = `${pathname}${search}${hash}`
  const { place, roomNo } = readRoom(here) ?? {
    place: here,
    roomNo: history.state?.room as string | undefined,
  }
  const own = sessions.read()
  // Otherwise the next link into its room would restore the view.
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
  const kept = isEntrance ? keptPlace('browser') : undefined
  const mine = kept?.roomNo === roomNo ? kept : undefined
  const passed = (own ?? sessions.all()[0])?.roomNo
  const wanted: ReturnTarget = { href: isEntrance ? '/' : place, ...mine, roomNo, passed }
  history.replaceState({ ...ENTRY, wanted }, '', isEntrance ? place : '/login')
  if (mine) keepPlace('browser', undefined)
}

/** Going back may change rooms, so each history entry stores one. */
export function keepRooms(
  router: ReturnType<typeof createAppRouter>,
  sessions: AppContext['sessions'],
): void {
  const keep = () => {
    const room = sessions.read()?.roomNo
    // The prototype's method avoids a reaction of the router.
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
