import { inRoom } from '../../../contract/core/links/room-address.ts'

/**
 * Makes every link into a room, so that a browser with sessions of several rooms opens it in the right one.
 * @param place is a path, optionally with query and hash.
 */
export const linkIntoRoom = (publicUrl: string, roomNo: string, place: `/${string}`): string => `${publicUrl}${inRoom(place, roomNo)}`

/** These pages belong to no room. `/login` is what calls of programs and commands return. */
type Outside = '/login' | '/verify' | '/console' | `/console#${string}` | `/rooms#${string}` | `/sign#${string}`

export const linkOutside = (publicUrl: string, place: Outside): string => `${publicUrl}${place}`
