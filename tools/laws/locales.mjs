import { filesUnder, textOf } from '../lib/project.mjs'

const PLURAL = /_(?:zero|one|two|few|many|other)$/

function flatten(value, prefix = '') {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' ? [[prefix + key, inner]] : flatten(inner, `${prefix}${key}.`),
  )
}

const placeholdersOf = (text) =>
  [...new Set(text.match(/\{\{[^}]*\}\}|<\/?\w+\/?>/g))].sort().join(' ')

/** Plural forms differ, so only `_other` must match. */
function entriesOf(json) {
  const keys = flatten(JSON.parse(json)).filter(
    ([key]) => !PLURAL.test(key) || key.endsWith('_other'),
  )
  return new Map(keys.map(([key, text]) => [key.replace(PLURAL, ''), text]))
}

function lineOf(json, key) {
  const leaf = key.split('.').at(-1)
  const lines = json.split('\n')
  return lines.findIndex((line) => new RegExp(`^\\s*"${leaf}(_other)?"\\s*:`).test(line)) + 1 || 1
}

const LANGUAGES = ['ko', 'en']

/** Legal sentences use one particle. */
const TWO_PARTICLES = /[을은이와](?=\([를는가과]\))|\(으\)로|과\(와\)/

/** JSON.parse keeps equal keys' last. @returns the repeated keys' line numbers */
function linesOfDoubleKeys(json) {
  const open = []
  return [...json.matchAll(/"(?:[^"\\]|\\.)*"(?=(\s*:)?)|[{}]/g)].flatMap(
    ({ 0: token, 1: colon, index }) => {
      if (token === '{') open.push(new Set())
      if (token === '}') open.pop()
      const keys = open.at(-1)
      if (colon === undefined || keys === undefined) return []
      if (keys.has(token))
        return [{ key: JSON.parse(token), line: json.slice(0, index).split('\n').length }]
      keys.add(token)
      return []
    },
  )
}

export function checkErrorTexts(root) {
  const paths = [
    'contract/core/errors.ts',
    ...filesUnder(`${root}/contract/core/errors`, root),
  ].filter((path) => !path.includes('.test.'))
  return paths.flatMap((path) =>
    (textOf(`${root}/${path}`) ?? '')
      .split('\n')
      .flatMap((text, index) =>
        TWO_PARTICLES.test(text)
          ? [{ path, line: index + 1, message: 'an error offers two particles' }]
          : [],
      ),
  )
}

const folderOf = (language) => `web/locales/${language}`

export function checkLocales(root) {
  const names = LANGUAGES.map(
    (language) =>
      new Set(filesUnder(`${root}/${folderOf(language)}`, `${root}/${folderOf(language)}`)),
  )
  return [...new Set(names.flatMap((set) => [...set]))]
    .sort()
    .flatMap((name) => checkFile(root, name))
}

function checkFile(root, name) {
  const files = LANGUAGES.map((language) => `${folderOf(language)}/${name}`).map((path) => ({
    path,
    json: textOf(`${root}/${path}`),
  }))
  const missing = files.filter(({ json }) => json === undefined)
  if (missing.length > 0)
    return missing.map(({ path }) => ({ path, line: 1, message: 'the language lacks this file' }))

  const [source, other] = files.map((file) => ({ ...file, entries: entriesOf(file.json) }))
  const absent = (from, to) =>
    [...from.entries.keys()]
      .filter((key) => !to.entries.has(key))
      .map((key) => ({
        path: from.path,
        line: lineOf(from.json, key),
        message: `"${key}" is missing in ${to.path}`,
      }))
  const unequal = [...source.entries]
    .filter(
      ([key, text]) =>
        other.entries.has(key) && placeholdersOf(text) !== placeholdersOf(other.entries.get(key)),
    )
    .map(([key]) => ({
      path: other.path,
      line: lineOf(other.json, key),
      message: `"${key}" has other placeholders than in ${source.path}`,
    }))
  const doubled = flatten(JSON.parse(source.json))
    .filter(([, text]) => TWO_PARTICLES.test(text))
    .map(([key]) => ({
      path: source.path,
      line: lineOf(source.json, key),
      message: `"${key}" offers two particles`,
    }))
  const twice = files.flatMap(({ path, json }) =>
    linesOfDoubleKeys(json).map(({ key, line }) => ({
      path,
      line,
      message: `"${key}" stands twice in its object, so only the last counts`,
    })),
  )
  return [...absent(source, other), ...absent(other, source), ...unequal, ...doubled, ...twice]
}
