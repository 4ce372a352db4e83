/** Larger statements could time out. */
export const AT_ONCE = 50_000

/** Small folders share a portion of this size, between which a stop is heard. */
const TOGETHER = 10_000

export interface FolderSize {
  readonly id: number
  readonly size: number
}

export interface Portion {
  readonly parents: readonly number[]
  readonly after: number
  readonly upTo: number
  readonly size: number
}

export function* folderPortionsOf(folders: readonly FolderSize[]): Generator<Portion> {
  let parents: number[] = []
  let size = 0
  for (const folder of folders) {
    if (folder.size > AT_ONCE) {
      for (let after = 0; after < folder.size; after += AT_ONCE)
        yield {
          parents: [folder.id],
          after,
          upTo: after + AT_ONCE,
          size: Math.min(AT_ONCE, folder.size - after),
        }
      continue
    }
    if (parents.length > 0 && size + folder.size > TOGETHER) {
      yield { parents, after: 0, upTo: AT_ONCE, size }
      parents = []
      size = 0
    }
    parents.push(folder.id)
    size += folder.size
  }
  if (parents.length > 0) yield { parents, after: 0, upTo: AT_ONCE, size }
}

export const sizeOf = (folders: readonly Pick<FolderSize, 'size'>[]): number =>
  folders.reduce((sum, { size }) => sum + size, 0)
