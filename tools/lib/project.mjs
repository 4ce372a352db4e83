import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export const at = (...parts) => join(ROOT, ...parts)

export const bin = (name) => at('node_modules', '.bin', name)

export function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ESRCH'].includes(error.code)) return undefined
    throw error
  }
}

const UNVISITED = new Set(['node_modules', '.git', '.build'])

/** Paths are sorted, with `/`. */
export function filesUnder(folder, root = ROOT) {
  let entries
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
  return entries
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return UNVISITED.has(entry.name) ? [] : filesUnder(path, root)
      return entry.isFile() ? [relative(root, path).split(sep).join('/')] : []
    })
    .sort()
}

const FOLDERS = [
  '.ci',
  'bench',
  'clients',
  'contract',
  'deploy',
  'docs',
  'e2e',
  'paper',
  'server',
  'tools',
  'web',
]

/** Other folders may hold a running server's data. */
export function projectFiles(root) {
  const inRoot = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile())
  return [
    ...inRoot.map(({ name }) => name),
    ...FOLDERS.flatMap((folder) => filesUnder(join(root, folder), root)),
  ]
}

export function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    const content = readFileSync(at(path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}
