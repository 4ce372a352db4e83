import { inRoom } from '../../../contract/core/links/room-address.ts'

/** A browser with several sessions must open the right room. @param place is a path, optionally with query and hash. */
export const linkIntoRoom = (publicUrl: string, roomNo: string, place: `/${string}`): string =>
  `${publicUrl}${inRoom(place, roomNo)}`

/** Programs and commands return `/login`. */
type Outside =
  | '/login'
  | '/verify'
  | '/console'
  | `/console#${string}`
  | `/rooms#${string}`
  | `/sign#${string}`

export const linkOutside = (publicUrl: string, place: Outside): string => `${publicUrl}${place}`
