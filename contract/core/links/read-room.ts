const ROOM_NO = /^\d{4}-\d{4,9}$/

/** Splits the room from the place of a link. @returns the place without its room, and a possible number, or undefined without a room. */
export function readRoom(
  place: string,
): { readonly place: string; readonly roomNo: string | undefined } | undefined {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/.exec(place) ?? []
  const search = query.split('&').filter((part) => part !== '')
  const named = search.filter((part) => part.startsWith('room='))
  if (named.length === 0) return undefined
  const left = search.filter((part) => !named.includes(part)).join('&')
  const roomNo = named[0]?.slice('room='.length) ?? ''
  return {
    place: `${path}${left && `?${left}`}${hash}`,
    roomNo: ROOM_NO.test(roomNo) ? roomNo : undefined,
  }
}
