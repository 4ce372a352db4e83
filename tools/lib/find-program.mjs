import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export const isProgram = (file) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Debian's haproxy is only on root's PATH. */
export const findHaproxy = (env = process.env) =>
  findProgram(['haproxy'], { PATH: `${env.PATH ?? ''}${delimiter}/usr/sbin` })

export function findProgram(names, env = process.env) {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}
