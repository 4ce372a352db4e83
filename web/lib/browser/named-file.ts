import { dayOf } from '../format.ts'

/** Bears the day in its name. @param title may hold what file systems refuse. @param at milliseconds */
export function namedFile(bytes: Blob, title: string, at: number, extension: string): File {
  const name = `${title} ${dayOf(at)}`.replace(/[\\/:*?"<>|]/g, '_').trim()
  return new File([bytes], `${name}.${extension}`, { type: bytes.type })
}
