// A third of what npm installs is read by no program, as source maps and fonts that nobody uses: it is removed.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { FACES } from './faces.mjs'

const SOURCE_MAP = /\.(?:[cm]?js|css|[cm]?ts)\.map$/
const FONT = /\.(?:otf|ttf|woff2?)$/

const facesOf = (owner) => FACES.flatMap(([, name, file]) => (name === owner ? [file] : []))

const RULES = [
  ...[...new Set(FACES.map(([, owner]) => owner))].map((name) => ({
    name,
    isUnread: (file) => FONT.test(file) && !facesOf(name).includes(file),
  })),
  {
    // The client uses the variable subsets, the demo two weights.
    name: 'pretendard',
    isUnread: (file) =>
      FONT.test(file) &&
      !/^dist\/(?:web\/variable\/woff2-dynamic-subset\/|public\/static\/alternative\/Pretendard-(?:Regular|Bold)\.ttf$)/.test(
        file,
      ),
  },
  // The client bundles ES modules and plain icon names.
  {
    name: 'lucide-react',
    isUnread: (file) =>
      /^dist\/cjs\/|^dynamic\w*\.|^dist\/lucide-react\.(?:prefixed|suffixed)\./.test(file),
  },
  { name: 'typescript', isUnread: (file) => /^lib\/[\w-]+\/diagnosticMessages\./.test(file) },
  { name: 'zod', isUnread: (file) => file.startsWith('src/') },
  // A test compiles manifests against its types.
  { name: 'kubernetes-models', isUnread: (file) => file.endsWith('.js') },
  { name: 'pdfjs-dist', isUnread: (file) => file.startsWith('legacy/') },
  // pdfkit's authors left their package manager here.
  { name: 'pdfkit', isUnread: (file) => file.startsWith('.yarn/') },
]

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

export function trimPackages(folder) {
  for (const file of filesOf(folder)) if (SOURCE_MAP.test(file)) rmSync(file)
  for (const { name, isUnread } of RULES) {
    const root = join(folder, name)
    if (!existsSync(root)) continue
    for (const file of filesOf(root))
      if (isUnread(relative(root, file).split(sep).join('/'))) rmSync(file)
  }
}
