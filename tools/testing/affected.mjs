import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { at, projectFiles, ROOT } from '../lib/project.mjs'
import { isSlow } from './slices.mjs'

const SOURCE = /\.[cm]?tsx?$|\.[cm]?jsx?$/
/** Type imports vanish at run time. */
const TYPES = /\b(?:import|export) type\b[^'"]*['"][^'"]+['"]/g
const IMPORTED = /(?:\bfrom|\bimport|\bnew URL\()\s*['"](\.{1,2}\/[^'"]+)['"]/g
/** A door is a feature's index file. */
const NAMED = /\b(import|export)\s*\{([^}]*)\}\s*from\s*['"](\.{1,2}\/[^'"]+)['"]/g
const LATE = /\bimport\(\s*['"](\.{1,2}\/[^'"]+)['"]/g
/** Workers start from built files. */
const STARTED = /['"`]\.build\/([\w./-]+(?:\.worker|-program))\.js['"`]/g

/** The import graph cannot follow these. */
const EVERYTHING =
  /\.sql$|^web\/locales\/|(^|\/)package(-lock)?\.json$|^contract\/(?!.*\.test\.ts$)|(^|\/)(vitest|playwright|vite)\.config\.ts$|^tsconfig|\/tsconfig[^/]*\.json$|^tools\/(lib|testing)\/|^server\/test\/harness\/(global-setup|component-server)\.ts$|^\.ci\//
const GATES_ONLY =
  /\.md$|^docs\/|^(LICENSE|NOTICE|\.gitignore|\.gitattributes|\.editorconfig)$|^(biome|knip)\.json$|^\.dependency-cruiser\.cjs$/
const KNOWN = /\.(ts|tsx|mts|mjs|cjs|css|html|json|png)$/

const AREAS = {
  about: /a11y|strictness/,
  archive: /archive/,
  audit: /history/,
  closing: /ending|destruction|archive/,
  dashboard: /dashboard/,
  delivery: /read|print|words/,
  documents: /browse|order|select|trash|naming|versions|links/,
  drafts: /message|invit/,
  esign: /compose/,
  guide: /guide|onboarding/,
  members: /invit|edit-person|finish|view-as/,
  messages: /message/,
  'operator-gate': /enter|guide|second-step/,
  passkeys: /passkeys/,
  people: /invit|edit-person/,
  rooms: /second-step|guarded/,
  search: /search/,
  session: /enter|second-step|sessions|lost|idle/,
  sign: /sign/,
  uploads: /fill|resume|outage/,
  verify: /verify/,
  viewer: /read|words|zoom|guarded/,
}
/** Any change can break these. */
const JOURNEY = /enter-and-read|strictness/

const git = (...args) =>
  execFileSync('git', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()

export function changedFiles() {
  const names = ['origin/main', 'main']
  const base = names.find((name) => {
    try {
      git('rev-parse', '--verify', '--quiet', name)
      return true
    } catch {
      return false
    }
  })
  const since = base === undefined ? 'HEAD' : git('merge-base', base, 'HEAD')
  const lists = [
    git('diff', '--name-only', since),
    git('ls-files', '--others', '--exclude-standard'),
  ]
  return [...new Set(lists.flatMap((list) => list.split('\n')).filter(Boolean))]
}

const isDoor = (file) => /^(?:server|web)\/.*\/index\.ts$/.test(file)
const resolved = (file, name) =>
  path.posix.normalize(path.posix.join(path.posix.dirname(file), name))
const namesIn = (list, side) =>
  list.split(',').flatMap(
    (part) =>
      part
        .trim()
        .replace(/^type /, '')
        .split(/\s+as\s+/)
        .at(side) || [],
  )

function doorsOf(texts) {
  const doors = new Map()
  for (const [file, text] of texts) {
    if (!isDoor(file)) continue
    const passed = [...text.matchAll(NAMED)].filter(([, kind]) => kind === 'export')
    doors.set(
      file,
      new Map(
        passed.flatMap(([, , list, name]) =>
          namesIn(list, -1).map((each) => [each, resolved(file, name)]),
        ),
      ),
    )
  }
  return doors
}

/** A door does not depend on its re-exports. */
function importsOf(file, text, doors) {
  const byName = [...text.matchAll(NAMED)]
  const rest = byName.filter(
    ([, kind, , name]) => (kind === 'export' && isDoor(file)) || doors.has(resolved(file, name)),
  )
  const plain = rest.reduce((left, [whole]) => left.replace(whole, ''), text)
  const behind = ([, , list, name]) =>
    namesIn(list, 0).flatMap((each) =>
      [resolved(file, name), doors.get(resolved(file, name))?.get(each)].filter(Boolean),
    )
  return [
    ...[...plain.matchAll(IMPORTED)].map(([, name]) => resolved(file, name)),
    ...rest.filter(([, kind]) => kind === 'import' || !isDoor(file)).flatMap(behind),
    ...[...text.matchAll(STARTED)].map(([, name]) => `${name}.ts`),
  ]
}

const addTo = (importers, imported, file) =>
  importers.set(imported, [...(importers.get(imported) ?? []), file])

/** `near` holds importers at load time, `all` also late ones. */
function importersBy(files) {
  const texts = new Map(
    files
      .filter((name) => SOURCE.test(name))
      .map((file) => [file, readFileSync(at(file), 'utf8').replace(TYPES, '')]),
  )
  const doors = doorsOf(texts)
  const [near, all] = [new Map(), new Map()]
  for (const [file, text] of texts) {
    for (const imported of importsOf(file, text, doors))
      for (const importers of [near, all]) addTo(importers, imported, file)
    for (const [, name] of text.matchAll(LATE)) addTo(all, resolved(file, name), file)
    // Late imports of a door reach anything behind it.
    if (isDoor(file)) for (const behind of doors.get(file).values()) addTo(all, behind, file)
  }
  return { near, all }
}

let graph
function projectGraph() {
  if (graph === undefined) {
    const files = projectFiles(ROOT)
    graph = { files, ...importersBy(files) }
  }
  return graph
}

function reachedFrom(roots, importers, end) {
  const found = new Set(roots)
  const waiting = [...roots]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === end) continue
    for (const importer of importers.get(next) ?? []) {
      if (!found.has(importer)) waiting.push(importer)
      found.add(importer)
    }
  }
  return found
}

/** Beyond this file, every test would depend on every feature. */
const COMPOSED = 'server/assemble.ts'
const isTest = (file) => /\.test\.tsx?$/.test(file)
/** Any feature's change runs these guards. */
const GUARDS = /^server\/test\/matrix\/(?:authorization-matrix|gate)\.test\.ts$/

/** Tests behind the composed server or late pages count only if otherwise affected. */
function affectedFrom(changed, { near, all }) {
  const close = reachedFrom(changed, near, COMPOSED)
  const areas = new Set(changed.flatMap((file) => areasOf(file, near)))
  const isBelow = changed.some((file) => isProduct(file) && featureOf(file) === undefined)
  const far = [...reachedFrom(changed, all)].filter((file) => !close.has(file) && isTest(file))
  return new Set([
    ...close,
    ...far.filter(
      (file) => isBelow || areas.has(featureOf(file)) || (areas.size > 0 && GUARDS.test(file)),
    ),
  ])
}

const featureOf = (file) =>
  /^(?:server|web)\/features\/([\w-]+)\//.exec(file)?.[1] ?? /^web\/(sign|verify)\//.exec(file)?.[1]
const areasOf = (file, near) =>
  featureOf(file) === undefined
    ? []
    : [...reachedFrom([file], near, COMPOSED)].filter(isProduct).map(featureOf).filter(Boolean)
const isProduct = (file) =>
  /^(contract|paper|server|web)\//.test(file) && !/\.test\.tsx?$|^(server|web)\/test\//.test(file)

export function affectedBy(changed) {
  const { files, ...graphs } = projectGraph()
  const everything = changed.find(
    (file) => !GATES_ONLY.test(file) && (EVERYTHING.test(file) || !KNOWN.test(file)),
  )
  const reached = affectedFrom(changed, graphs)
  const specs = files.filter((file) => /^e2e\/.*\.spec\.ts$/.test(file))
  const touched = changed.filter(isProduct)
  const areas = new Set(touched.flatMap((file) => areasOf(file, graphs.near)))
  const walked = (file) =>
    (touched.length > 0 && JOURNEY.test(file)) ||
    [...areas].some((area) => AREAS[area]?.test(path.posix.basename(file)) ?? true)
  const there = [...reached].filter((file) => existsSync(at(file)))
  const stories = specs.filter((file) => reached.has(file) || walked(file))
  return {
    everything,
    unit: there.filter((file) => /\.test\.ts$/.test(file) && !isSlow(file)).sort(),
    components: there.filter((file) => /\.test\.tsx$/.test(file) && !isSlow(file)).sort(),
    stories: stories.filter((file) => !isSlow(file)).sort(),
    slow: [
      ...there.filter((file) => isTest(file) && isSlow(file)),
      ...stories.filter(isSlow),
    ].sort(),
  }
}

/** Renaming may empty an area. */
export const emptyAreas = (files = projectFiles(ROOT)) =>
  Object.entries(AREAS)
    .filter(
      ([, pattern]) =>
        !files.some(
          (file) => /^e2e\/.*\.spec\.ts$/.test(file) && pattern.test(path.posix.basename(file)),
        ),
    )
    .map(([area]) => `tools/testing/affected.mjs: no spec belongs to the area "${area}"`)
