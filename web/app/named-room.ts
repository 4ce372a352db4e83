import { readRoom } from '../../contract/core/links/read-room.ts'
import type { SessionStore } from '../features/session/index.ts'
import type { Wanted } from './return-to.ts'

/** The router keeps the state of an entry that looks like its own. */
const ENTRY = { key: 'named', __TSR_key: 'named', __TSR_index: 0 }

/**
 * A link that names a room leads into that room's session, or to the entrance. This tab alone goes there. Only what this
 * browser holds decides, so a stranger learns nothing from a number.
 */
export function followNamedRoom(sessions: SessionStore): void {
  const { pathname, search, hash } = location
  const named = readRoom(`${pathname}${search}${hash}`)
  if (!named) return
  const { place, roomNo } = named
  const held = sessions.all().find((session) => session.roomNo === roomNo)
  if (held) sessions.open(held.roomId)
  if (held || roomNo === undefined) {
    history.replaceState(history.state, '', place)
    return
  }
  const isEntrance = pathname === '/login'
  const wanted: Wanted = { href: isEntrance ? '/' : place, roomNo, passed: sessions.read()?.endsAt }
  history.replaceState({ ...ENTRY, wanted }, '', isEntrance ? place : '/login')
}
