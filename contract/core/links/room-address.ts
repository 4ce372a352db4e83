/**
 * Builds the only form of a link into a room. The room number appears in every mail and opens nothing.
 * @param place within the site: path, perhaps query and hash.
 */
export function inRoom(place: string, roomNo: string): string {
  const [, path = '', hash = ''] = /^([^#]*)(.*)$/.exec(place) ?? []
  return `${path}${path.includes('?') ? '&' : '?'}room=${roomNo}${hash}`
}
