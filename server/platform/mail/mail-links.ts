import { inRoom } from '../../../contract/core/links/room-address.ts'

/** A browser with sessions of several rooms must open the right one. @param place is a path, optionally with query and hash. */
export const linkIntoRoom = (publicUrl: string, roomNo: string, place: `/${string}`): string => `${publicUrl}${inRoom(place, roomNo)}`

/** These pages belong to no room. Programs and commands return `/login`. */
type Outside = '/login' | '/verify' | '/console' | `/console#${string}` | `/rooms#${string}` | `/sign#${string}`

export const linkOutside = (publicUrl: string, place: Outside): string => `${publicUrl}${place}`
