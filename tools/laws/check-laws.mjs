// node tools/laws/check-laws.mjs [folder]: the laws that no other tool knows; one line `file:line  law` for each breach.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { projectFiles, ROOT } from '../lib/project.mjs'
import { checkLocales } from './locales.mjs'
import { RULES } from './rules.mjs'

const CODE = /\.(?:[cm]?[jt]sx?|html|css)$/
const STRING_OR_COMMENT = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g

/** Comments become spaces, so that every place keeps its line. */
const withoutComments = (text) => text.replace(STRING_OR_COMMENT, (token) => (token.startsWith('/') ? token.replace(/[^\n]/g, ' ') : token))

const lineAt = (text, index) => text.slice(0, index).split('\n').length

function breachesIn(path, text) {
  const code = withoutComments(text)
  return RULES.filter(({ where, except }) => where.test(path) && !except?.test(path)).flatMap(({ name, pattern, comments }) =>
    [...(comments ? text : code).matchAll(pattern)].map(({ index }) => ({ path, line: lineAt(text, index), message: name })),
  )
}

function checkLaws(root) {
  const code = projectFiles(root).filter((path) => CODE.test(path))
  return [...code.flatMap((path) => breachesIn(path, readFileSync(join(root, path), 'utf8'))), ...checkLocales(root)]
}

const breaches = checkLaws(resolve(process.argv[2] ?? ROOT))
for (const { path, line, message } of breaches) console.log(`${path}:${line}  ${message}`)
if (breaches.length > 0) process.exitCode = 1
