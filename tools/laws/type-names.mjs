// Readers meet a type far from its file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lineAt, STRING_OR_COMMENT } from './source.mjs'

const MOST_FILES = 5
const REFUSED = new Set(['Asked', 'Parts', 'Place', 'Span', 'Verdict', 'Wanted'])
const HOW = 'name it for its use, as ListItemsInput, ListItemsParts, SearchPosition or MemberRow'

const SOURCE = /\.tsx?$/
const DECLARATION =
  /^(?:export )?(?:declare )?(?:interface|type) ([A-Z]\w*)(?=\s*[<={]|\s+extends\b)/gm

function declarationsIn(path, text) {
  const code = text.replace(STRING_OR_COMMENT, (token) => token.replace(/[^\n]/g, ' '))
  return [...code.matchAll(DECLARATION)].map(({ 1: name, index }) => ({
    path,
    name,
    line: lineAt(text, index),
  }))
}

/** @returns breaches as `{path, line, message}` */
export function checkTypeNames(root, files) {
  const declarations = files
    .filter((path) => SOURCE.test(path))
    .flatMap((path) => declarationsIn(path, readFileSync(join(root, path), 'utf8')))
  const paths = new Map()
  for (const { path, name } of declarations)
    paths.set(name, (paths.get(name) ?? new Set()).add(path))
  return declarations.flatMap(({ path, name, line }) => {
    const { size } = paths.get(name)
    if (REFUSED.has(name))
      return [{ path, line, message: `the type ${name} does not say which: ${HOW}` }]
    return size > MOST_FILES
      ? [
          {
            path,
            line,
            message: `${size} files declare a type ${name}, not ${MOST_FILES} at most: ${HOW}`,
          },
        ]
      : []
  })
}
