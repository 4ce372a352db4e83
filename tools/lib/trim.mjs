// Packages bring much that nobody here reads: it is a third of what npm installs.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { FACES } from './faces.mjs'

/** Stack traces of Node read no source maps of packages, and the client's build takes none over. */
const SOURCE_MAP = /\.(?:[cm]?js|css|[cm]?ts)\.map$/
const FONT = /\.(?:otf|ttf|woff2?)$/

const facesOf = (owner) => FACES.flatMap(([, name, file]) => (name === owner ? [file] : []))

/** Which files of a package go, by their paths in it. */
const RULES = [
  ...[...new Set(FACES.map(([, owner]) => owner))].map((name) => ({
    name,
    isUnread: (file) => FONT.test(file) && !facesOf(name).includes(file),
  })),
  {
    // The client has the variable face in subsets, the documents of the demo two weights.
    name: 'pretendard',
    isUnread: (file) =>
      FONT.test(file) &&
      !/^dist\/(?:web\/variable\/woff2-dynamic-subset\/|public\/static\/alternative\/Pretendard-(?:Regular|Bold)\.ttf$)/.test(file),
  },
  // The client is bundled from modules, for browsers of today.
  { name: 'lucide-react', isUnread: (file) => file.startsWith('dist/cjs/') },
  { name: 'pdfjs-dist', isUnread: (file) => file.startsWith('legacy/') },
  // The package manager of its authors.
  { name: 'pdfkit', isUnread: (file) => file.startsWith('.yarn/') },
]

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Takes out of a folder of installed packages what neither builds, tests nor the server read. */
export function trimPackages(folder) {
  for (const file of filesOf(folder)) if (SOURCE_MAP.test(file)) rmSync(file)
  for (const { name, isUnread } of RULES) {
    const root = join(folder, name)
    if (!existsSync(root)) continue
    for (const file of filesOf(root)) if (isUnread(relative(root, file).split(sep).join('/'))) rmSync(file)
  }
}
