import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { projectFiles, ROOT } from '../lib/project.mjs'
import { checkFolders } from './folders.mjs'
import { checkErrorTexts, checkLocales } from './locales.mjs'
import { RULES } from './rules.mjs'
import { lineAt, STRING_OR_COMMENT } from './source.mjs'
import { checkStems } from './stems.mjs'
import { checkSummaries } from './summaries.mjs'
import { checkTypeNames } from './type-names.mjs'
import { checkWords } from './words.mjs'

const CODE = /\.(?:[cm]?[jt]sx?|html|css)$/

/** Spaces keep line numbers valid. */
const withoutComments = (text) =>
  text.replace(STRING_OR_COMMENT, (token) =>
    token.startsWith('/') ? token.replace(/[^\n]/g, ' ') : token,
  )

function breachesIn(path, text) {
  const code = withoutComments(text)
  return RULES.filter(({ where, except }) => where.test(path) && !except?.test(path)).flatMap(
    ({ name, pattern, comments }) =>
      [...(comments ? text : code).matchAll(pattern)].map(({ index }) => ({
        path,
        line: lineAt(text, index),
        message: name,
      })),
  )
}

function checkLaws(root) {
  const files = projectFiles(root)
  const code = files.filter((path) => CODE.test(path))
  return [
    ...code.flatMap((path) => breachesIn(path, readFileSync(join(root, path), 'utf8'))),
    ...checkLocales(root),
    ...checkErrorTexts(root),
    ...checkWords(root, files),
    ...checkSummaries(root, files),
    ...checkFolders(files),
    ...checkTypeNames(root, files),
    ...checkStems(root, files),
  ]
}

const breaches = checkLaws(resolve(process.argv[2] ?? ROOT))
for (const { path, line, message } of breaches) console.log(`${path}:${line}  ${message}`)
if (breaches.length > 0) process.exitCode = 1
