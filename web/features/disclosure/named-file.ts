import { dayOf } from '../../lib/format.ts'

/** @param title may hold what file systems refuse. @param at milliseconds */
export function namedFile(bytes: File, title: string, at: number, extension: string): File {
  const name = `${title} ${dayOf(at)}`.replace(/[\\/:*?"<>|]/g, '_').trim()
  return new File([bytes], `${name}.${extension}`, { type: bytes.type })
}
