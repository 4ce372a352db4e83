// Which tests a change since main can affect, found by the graph of imports.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { at, projectFiles, ROOT } from '../lib/project.mjs'
import { isSlow } from './slices.mjs'

const SOURCE = /\.[cm]?tsx?$|\.[cm]?jsx?$/
/** Relative imports of every form; imports name the file with its ending. */
const IMPORTED = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*['"](\.{1,2}\/[^'"]+)['"]/g
/** Worker programs are started by the name of their built file, which no import shows. */
const STARTED = /['"`]\.build\/([\w./-]+(?:\.worker|-program))\.js['"`]/g

/** What no graph can follow: such a change runs everything. */
const EVERYTHING =
  /\.sql$|^web\/locales\/|(^|\/)package(-lock)?\.json$|^contract\/(?!.*\.test\.ts$)|(^|\/)(vitest|playwright|vite)\.config\.ts$|^tsconfig|\/tsconfig[^/]*\.json$|^tools\/(lib|testing)\/|^server\/test\/(global-setup|component-server)\.ts$|^\.ci\//
/** What the gates alone read. */
const GATES_ONLY =
  /\.md$|^docs\/|^(LICENSE|NOTICE|\.gitignore|\.gitattributes|\.editorconfig)$|^(biome|knip)\.json$|^\.dependency-cruiser\.cjs$/
const KNOWN = /\.(ts|tsx|mts|mjs|cjs|css|html|json|png)$/

/** Stories by the feature, of server or web, that they walk through. Every pattern must match a spec. */
const AREAS = {
  activity: /history/,
  archive: /archive/,
  compose: /compose/,
  dashboard: /dashboard/,
  documents: /browse|order|select|trash|naming|versions|links/,
  ending: /ending|destruction|archive/,
  guide: /guide|onboarding/,
  members: /invit|edit-person|finish|view-as/,
  messages: /message/,
  people: /invit|edit-person/,
  renditions: /read|print|words/,
  rooms: /second-step|guarded/,
  search: /search/,
  session: /enter|second-step|sessions|lost|idle/,
  sign: /sign/,
  uploads: /fill|resume|outage/,
  verify: /verify/,
  viewer: /read|words|zoom|guarded/,
}
/** What every change of the product may break: from the entrance to a page, strict policies included. */
const JOURNEY = /enter-and-read|strictness/

const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** Paths changed since main, committed or not, deleted ones included. */
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
  const lists = [git('diff', '--name-only', since), git('ls-files', '--others', '--exclude-standard')]
  return [...new Set(lists.flatMap((list) => list.split('\n')).filter(Boolean))]
}

/** Paths that a source imports, loads or starts. */
function importsOf(file, text) {
  const folder = path.posix.dirname(file)
  const imported = [...text.matchAll(IMPORTED)].map(([, name]) => path.posix.normalize(path.posix.join(folder, name)))
  return [...imported, ...[...text.matchAll(STARTED)].map(([, name]) => `${name}.ts`)]
}

/** By path, the sources that import it. */
function importersBy(files) {
  const importers = new Map()
  for (const file of files.filter((name) => SOURCE.test(name)))
    for (const imported of importsOf(file, readFileSync(at(file), 'utf8')))
      importers.set(imported, [...(importers.get(imported) ?? []), file])
  return importers
}

let graph
/** The files of the project and their importers, read once. */
function projectGraph() {
  if (graph === undefined) {
    const files = projectFiles(ROOT)
    graph = { files, importers: importersBy(files) }
  }
  return graph
}

/** All that import one of the roots, directly or not, the roots included. */
function reachedFrom(roots, importers) {
  const found = new Set(roots)
  const waiting = [...roots]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const importer of importers.get(next) ?? []) {
      if (!found.has(importer)) waiting.push(importer)
      found.add(importer)
    }
  return found
}

const featureOf = (file) => /^(?:server|web)\/features\/([\w-]+)\//.exec(file)?.[1] ?? /^web\/(sign|verify)\//.exec(file)?.[1]
const isProduct = (file) => /^(contract|paper|server|web)\//.test(file) && !/\.test\.tsx?$|^(server|web)\/test\//.test(file)

/**
 * What a change affects. @param changed paths. @returns `everything`: the path that has all tests run, or undefined;
 * and the test files of each suite, slow ones apart.
 */
export function affectedBy(changed) {
  const { files, importers } = projectGraph()
  const everything = changed.find((file) => !GATES_ONLY.test(file) && (EVERYTHING.test(file) || !KNOWN.test(file)))
  const reached = reachedFrom(changed, importers)
  const specs = files.filter((file) => /^e2e\/.*\.spec\.ts$/.test(file))
  const touched = changed.filter(isProduct)
  const areas = new Set(touched.map(featureOf).filter(Boolean))
  const walked = (file) =>
    (touched.length > 0 && JOURNEY.test(file)) || [...areas].some((area) => AREAS[area]?.test(path.posix.basename(file)))
  const there = [...reached].filter((file) => existsSync(at(file)))
  const stories = specs.filter((file) => reached.has(file) || walked(file))
  return {
    everything,
    unit: there.filter((file) => /\.test\.ts$/.test(file) && !isSlow(file)).sort(),
    components: there.filter((file) => /\.test\.tsx$/.test(file)).sort(),
    stories: stories.filter((file) => !isSlow(file)).sort(),
    slow: [...there.filter((file) => /\.test\.ts$/.test(file) && isSlow(file)), ...stories.filter(isSlow)].sort(),
  }
}

/** Areas whose pattern matches no spec, as sentences: a renamed spec must not fall out of sight. */
export const emptyAreas = (files = projectFiles(ROOT)) =>
  Object.entries(AREAS)
    .filter(([, pattern]) => !files.some((file) => /^e2e\/.*\.spec\.ts$/.test(file) && pattern.test(path.posix.basename(file))))
    .map(([area]) => `tools/testing/affected.mjs: no spec belongs to the area "${area}"`)
