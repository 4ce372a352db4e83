/** As rooms are numbered: month, and count within it. */
const ROOM_NO = /^\d{4}-\d{4,9}$/

/**
 * The one form in which a link says which room it leads into. The number stands in every mail and opens nothing.
 * @param place within the site: path, perhaps query and hash.
 */
export function inRoom(place: string, roomNo: string): string {
  const [, path = '', hash = ''] = /^([^#]*)(.*)$/.exec(place) ?? []
  return `${path}${path.includes('?') ? '&' : '?'}room=${roomNo}${hash}`
}

/** @returns the place without its room, and the number if it could be one. Undefined without a room. */
export function readRoom(place: string): { readonly place: string; readonly roomNo: string | undefined } | undefined {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/.exec(place) ?? []
  const search = query.split('&').filter((part) => part !== '')
  const named = search.filter((part) => part.startsWith('room='))
  if (named.length === 0) return undefined
  const left = search.filter((part) => !named.includes(part)).join('&')
  const roomNo = named[0]?.slice('room='.length) ?? ''
  return { place: `${path}${left && `?${left}`}${hash}`, roomNo: ROOM_NO.test(roomNo) ? roomNo : undefined }
}
