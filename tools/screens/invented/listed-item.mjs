const DAY = 24 * 3_600_000

export const daysAgo = (days) => new Date(Date.now() - days * DAY).toISOString()

const NONE = {
  copy: false,
  edit: false,
  delete: false,
  print: false,
  download: false,
  original: false,
}

/** `itemCount` makes a folder. `path` is the parent's. */
export function listedItem({ id, roomId, name, path, size = 0, itemCount, days = 0, ...more }) {
  const isFolder = itemCount !== undefined
  return {
    id,
    roomId,
    name,
    size,
    parent: path === '' ? 0 : 1_000 + id,
    path: path === '' ? name : `${path}/${name}`,
    type: isFolder ? 5 : 4,
    filename: '',
    mimetype: isFolder ? 'FOLDER' : 'application/octet-stream',
    ext: isFolder ? '' : name.slice(name.lastIndexOf('.') + 1),
    uploadedAt: daysAgo(days),
    itemCount: itemCount ?? 0,
    preview: isFolder ? null : 'READY',
    child: [],
    permission: NONE,
    state: 'published',
    isNew: false,
    isUpdated: false,
    favourite: false,
    ...more,
  }
}
