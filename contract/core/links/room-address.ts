/**
 * The one form in which a link says which room it leads into. The number stands in every mail and opens nothing.
 * @param place within the site: path, perhaps query and hash.
 */
export function inRoom(place: string, roomNo: string): string {
  const [, path = '', hash = ''] = /^([^#]*)(.*)$/.exec(place) ?? []
  return `${path}${path.includes('?') ? '&' : '?'}room=${roomNo}${hash}`
}
