// node tools/docs-check.mjs [folder] checks paths, links, commands, settings and the glossary.
import { existsSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { readMarkdown } from './lib/markdown.mjs'
import { projectFiles, ROOT, textOf } from './lib/project.mjs'

const DOCUMENT =
  /^(?:CHANGELOG|CONTRIBUTING|SECURITY)\.md$|^(?:docs|bench)\/.*\.md$|(?:^|\/)README\.md$/
const FEATURE = /^(?:server|web)\/features\/[^/]+\//
/** Newcomers read this many lines in two minutes. */
const README_LINES = 40
const GLOSSARY = 'docs/glossary.md'
const GLOSSARY_ENTRIES = 120
const CAPITALS = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\b/g
const SOURCE_FILE = /\w\.(?:[cm]?tsx?|[cm]js|sql)$/
/** These are generated or outside. */
const NOT_OURS = /^(?:data|data-keys|node_modules|\.build|[A-Z_]+)(?:\/|$)|^[/~@]|[<>{}$:…\s]/
const NPM_ITSELF = new Set([
  'ci',
  'install',
  'run',
  'exec',
  'ls',
  'audit',
  'prune',
  'pack',
  'view',
  'outdated',
  'update',
  'config',
])
const SYSTEM = [
  'PATH',
  'HOME',
  'LANG',
  'TMPDIR',
  'CI',
  'NODE_ENV',
  'SIGINT',
  'SIGTERM',
  'SIGKILL',
  'SIGHUP',
  'GET',
  'HEAD',
  'OPTIONS',
]

/** Another check covers this document's literals. */
const LITERALS = 'docs/specification-map.md'

const root = resolve(process.argv[2] ?? ROOT)
const files = projectFiles(root)
const read = (path) => textOf(join(root, path)) ?? ''

const scripts = new Set(Object.keys(JSON.parse(read('package.json')).scripts ?? {}))

const known = new Set([
  ...SYSTEM,
  ...[...read('server/platform/config/settings.ts').matchAll(/^\s*([A-Z][A-Z0-9_]*):/gm)].map(
    ([, name]) => name,
  ),
  ...files
    .filter((path) => /^(?:tools|e2e|bench|server\/test|\.ci)\/|\.config\.ts$/.test(path))
    .flatMap((path) => [
      ...read(path).matchAll(/\benv(?:\.|\[')([A-Z][A-Z0-9_]*)|\bexport ([A-Z][A-Z0-9_]*)/g),
    ])
    .map(([, read, exported]) => read ?? exported),
  ...files
    .filter((path) => /^contract\/.*\.ts$/.test(path))
    .flatMap((path) => read(path).match(CAPITALS) ?? []),
])

function commandFaults(text) {
  const named = [...text.matchAll(/\bnpm (?:--?[\w-]+ )*(run (?:--?[\w-]+ )*)?([a-z][\w:-]*)/g)]
  return named
    .filter(([, run, name]) => !scripts.has(name) && (run || !NPM_ITSELF.has(name)))
    .map(([command]) => `package.json has no script for "${command}"`)
}

const settingFaults = (names) =>
  names.filter((name) => !known.has(name)).map((name) => `no setting is called ${name}`)

const settingsIn = (span) => span.match(/^([A-Z][A-Z0-9_]+)(?:=.*|\/.*)?$/)?.slice(1) ?? []

const assignmentsIn = (line) =>
  [...line.matchAll(/(?:^|\s)([A-Z][A-Z0-9_]+)=/g)].map(([, name]) => name)

const GLOB = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*' }

const pattern = (glob) => {
  const parts = glob
    .split(/(\*\*\/|\*\*|\*)/)
    .map((part) => GLOB[part] ?? part.replace(/[.+?^$()[\]|\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('')}$`)
}

function pathFaults(span, document) {
  const path = span.replace(/:\d+$/, '').replace(/^\.\//, '').replace(/\/$/, '')
  if (NOT_OURS.test(path)) return []
  const bases = ['', dirname(document), 'server', 'web']
  const inTree = (name) => bases.some((base) => existsSync(join(root, base, name)))
  const claimed = SOURCE_FILE.test(path) || (path.includes('/') && inTree(path.split('/')[0]))
  if (!claimed) return []
  const found = path.includes('*')
    ? files.some(
        (file) =>
          bases.some((base) => pattern(posix.join(base, path)).test(file)) ||
          pattern(`**/${path}`).test(file),
      )
    : inTree(path) ||
      (!path.includes('/') &&
        files.some(
          (file) => posix.basename(file) === path || (path.startsWith('.') && file.endsWith(path)),
        ))
  return found ? [] : [`there is no ${span}`]
}

function linkFaults(target, document) {
  if (/^[a-z]+:/i.test(target)) return []
  const [path, anchor] = decodeURIComponent(target).split('#')
  const file = path ? posix.join(posix.dirname(document), path) : document
  if (file.startsWith('..') || !existsSync(join(root, file)))
    return [`the link leads nowhere: ${target}`]
  if (anchor && file.endsWith('.md') && !readMarkdown(read(file)).anchors.has(anchor))
    return [`there is no such heading: ${target}`]
  return []
}

function faultsOf(document) {
  const { spans, fenced, links } = readMarkdown(read(document))
  const located = (parts, check) =>
    parts.flatMap(({ line, text }) => check(text).map((fault) => `${document}:${line}  ${fault}`))
  return [
    ...located(document === LITERALS ? [] : spans, (span) => [
      ...commandFaults(span),
      ...settingFaults([...settingsIn(span), ...assignmentsIn(span)]),
      ...pathFaults(span, document),
    ]),
    ...located(fenced, (line) => [...commandFaults(line), ...settingFaults(assignmentsIn(line))]),
    ...located(links, (target) => linkFaults(target, document)),
  ]
}

function readmeFaults(folder) {
  const path = `${folder}README.md`
  if (!files.includes(path)) return [`${path}  each feature has one`]
  const lines = read(path).trimEnd().split('\n').length
  return lines > README_LINES ? [`${path}  ${lines} lines, at most ${README_LINES}`] : []
}

function glossaryFaults() {
  const rows = [...read(GLOSSARY).matchAll(/^\| *([^|]*?) *\|/gm)].map(([, word]) => word)
  const words = rows.filter((word) => word !== 'Word' && !/^-+$/.test(word))
  const repeated = words.filter((word, at) => words.indexOf(word) !== at)
  return [
    ...repeated.map((word) => `${GLOSSARY}  two entries for ${word}`),
    ...(words.length > GLOSSARY_ENTRIES
      ? [`${GLOSSARY}  ${words.length} entries, at most ${GLOSSARY_ENTRIES}`]
      : []),
  ]
}

const features = new Set(files.flatMap((path) => path.match(FEATURE)?.[0] ?? []))
const faults = new Set([
  ...files.filter((path) => DOCUMENT.test(path)).flatMap(faultsOf),
  ...[...features].flatMap(readmeFaults),
  ...glossaryFaults(),
])
for (const fault of faults) console.log(fault)
if (faults.size > 0) process.exitCode = 1
