import { readRoom } from '../../contract/core/links/read-room.ts'
import type { AppContext } from './app-context.ts'
import type { ReturnTarget } from './return-to.ts'
import type { createAppRouter } from './router.tsx'

/** The router keeps the state of an entry that looks like its own. */
const ENTRY = { key: 'named', __TSR_key: 'named', __TSR_index: 0 }

/**
 * A link that names a room, or an entry of the history, leads into that room's session, or to the entrance. This tab alone
 * goes there. Only what this browser holds decides, so a stranger learns nothing from a number.
 */
export function followNamedRoom({ sessions, views, leaveView }: AppContext): void {
  const { pathname, search, hash } = location
  const here = `${pathname}${search}${hash}`
  const { place, roomNo } = readRoom(here) ?? { place: here, roomNo: history.state?.room as string | undefined }
  const own = sessions.read()
  // A view would wake with the next link of its room.
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

/** Each entry of the history keeps its room, since the way back may lead into another one than that of this tab. */
export function keepRooms(router: ReturnType<typeof createAppRouter>, sessions: AppContext['sessions']): void {
  const keep = () => {
    const room = sessions.read()?.roomNo
    // The router hears nothing of it.
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
  // The page comes back as it was left.
  addEventListener('pageshow', look)
}
