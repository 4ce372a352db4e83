/** The room number appears in every mail and opens nothing. @param place is a path, perhaps with query and hash. */
export function inRoom(place: string, roomNo: string): string {
  const [, path = '', hash = ''] = /^([^#]*)(.*)$/.exec(place) ?? []
  return `${path}${path.includes('?') ? '&' : '?'}room=${roomNo}${hash}`
}
