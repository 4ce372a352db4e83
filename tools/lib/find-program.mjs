import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Whether a file is there and can be run. */
export const isProgram = (file) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The first of these names that is on the PATH; undefined where none is. */
export function findProgram(names, env = process.env) {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}
