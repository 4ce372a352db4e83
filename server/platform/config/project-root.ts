import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Parent folders may be inaccessible. */
function hasPackage(folder: string): boolean {
  try {
    return fs.existsSync(path.join(folder, 'package.json'))
  } catch {
    return false
  }
}

function find(from: string): string {
  if (hasPackage(from)) return from
  const parent = path.dirname(from)
  if (parent === from) throw new Error('the folder of the program has no package.json')
  return find(parent)
}

export const PROJECT_ROOT = find(path.dirname(fileURLToPath(import.meta.url)))
