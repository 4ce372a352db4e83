import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

function find(from: string): string {
  if (fs.existsSync(path.join(from, 'package.json'))) return from
  const parent = path.dirname(from)
  if (parent === from) throw new Error('the folder of the program has no package.json')
  return find(parent)
}

/** The folder of the checkout, wherever the compiled file lies below it. */
export const PROJECT_ROOT = find(path.dirname(fileURLToPath(import.meta.url)))
