import { inRoom } from '../../../contract/core/links/room-address.ts'

/**
 * Every link into a room is made here, so that a browser with sessions of several rooms opens it in its own.
 * @param place path, perhaps with query and hash.
 */
export const linkIntoRoom = (publicUrl: string, roomNo: string, place: `/${string}`): string => `${publicUrl}${inRoom(place, roomNo)}`

/** Pages that belong to no room; `/login` as calls of programs and commands answer it. */
type Outside = '/login' | '/verify' | '/console' | `/console#${string}` | `/rooms#${string}` | `/sign#${string}`

export const linkOutside = (publicUrl: string, place: Outside): string => `${publicUrl}${place}`
