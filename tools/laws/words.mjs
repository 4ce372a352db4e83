import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lineAt, STRING_OR_COMMENT } from './source.mjs'

const BANNED = new Map([
  ['anew', 'again'],
  ['cage', 'sandbox'],
  ['caged', 'sandboxed'],
  ['cages', 'sandboxes'],
  ['deed', 'action, event'],
  ['deeds', 'actions, events'],
  ['doer', 'actor'],
  ['doers', 'actors'],
  ['fate', 'status, policy'],
  ['fates', 'statuses, policies'],
  ['sought', 'query'],
  ['tell', 'notify, report, describe'],
  ['tells', 'notifies, reports, describes'],
  ['told', 'notified, reported, described'],
  ['whoever', 'the person who'],
  ['workroom', 'session scope'],
])

/** Outside names, the added words are plain. */
const BANNED_NAMES = new Map([
  ...BANNED,
  ['house', 'app'],
  ['lack', 'blocker, reason'],
  ['raise', 'elevate'],
  ['raised', 'elevated'],
])

/** These names are stored, signed or on the wire. */
const STORED = new Set([
  ...['doer', 'told', 'lack', 'raised', 'raise', 'NOT_RAISED'],
  ...['raised_at', 'parent_raised_at', 'told_at', 'day_told_at', 'week_told_at'],
])

const FOREIGN = new Set(['House'])

export const MOST_WORDS = 25

const SOURCE = /\.(?:[cm]?[jt]sx?)$/
const SKIPPED =
  /^server\/migrations\/|^tools\/laws\/|^docs\/decisions\/|^docs\/specification-map\.md$|^CHANGELOG\.md$/
const TITLE =
  /\b(?:it|test|describe|story)(?:\.\w+)*(?:\([^()]*\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g
/** The specification map refers to these tags. */
const TAG = /\[[\w-]+\]/g
const NAME = /[A-Za-z_$][\w$]*/g
/** Quotations are not prose. */
const QUOTATION = /`[^`]*`|"[^"]*"/g

export const partsOf = (name) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_$]+/g, ' ')
    .toLowerCase()
    .split(' ')

export const wordsIn = (text) => text.toLowerCase().match(/[a-z]+/g) ?? []

export const bannedIn = (words, banned = BANNED) =>
  words.filter((word) => banned.has(word)).map((word) => `say ${banned.get(word)}, not ${word}`)

const bannedNames = (code) =>
  [...code.matchAll(NAME)]
    .filter(([name]) => !STORED.has(name) && !FOREIGN.has(name))
    .flatMap(({ 0: name, index }) =>
      bannedIn(partsOf(name), BANNED_NAMES).map((message) => ({ index, message })),
    )

const proseOf = (comment) =>
  comment
    .replace(/^\/\*+|\*+\/$|^\/\/+/g, '')
    .replace(/^\s*\*/gm, '')
    .replace(/`[^`]*`|https?:\S+|\{@[^}]*\}/g, 'x')
    .replace(/@\w+/g, '.')
    .replace(/\b[A-Z][A-Z_\d]+\b/g, '')

export const isLong = (sentence) =>
  (sentence.match(/[\p{L}\d][\p{L}\d’'-]*/gu) ?? []).length > MOST_WORDS

function commentBreaches(comment, index) {
  const prose = proseOf(comment)
  const long = prose.split(/[.!?:;](?:\s|$)|\n\s*- /).some(isLong)
    ? [`a sentence of a comment has at most ${MOST_WORDS} words`]
    : []
  return [...bannedIn(wordsIn(prose)), ...long].map((message) => ({ index, message }))
}

function breachesInSource(text) {
  const comments = []
  const code = text.replace(STRING_OR_COMMENT, (token, index) => {
    if (/^\/[/*]/.test(token)) comments.push({ token, index })
    return token.replace(/[^\n]/g, ' ')
  })
  const titles = [...text.matchAll(TITLE)].flatMap(({ 2: title, index }) =>
    bannedIn(wordsIn(title.replace(TAG, ''))).map((message) => ({ index, message })),
  )
  return [
    ...bannedNames(code),
    ...comments.flatMap(({ token, index }) => commentBreaches(token, index)),
    ...titles,
  ]
}

const breachesInLine = (text, line) =>
  bannedIn(wordsIn(text.replace(QUOTATION, 'x'))).map((message) => ({ line, message }))

const breachesInPage = (text) =>
  text.split('\n').flatMap((line, index) => breachesInLine(line, index + 1))

export function checkWords(root, files) {
  return files
    .filter((path) => !SKIPPED.test(path))
    .flatMap((path) => {
      if (!SOURCE.test(path) && !path.endsWith('.md')) return []
      const text = readFileSync(join(root, path), 'utf8')
      const found = SOURCE.test(path)
        ? breachesInSource(text).map(({ index, message }) => ({
            line: lineAt(text, index),
            message,
          }))
        : breachesInPage(text)
      return found.map((breach) => ({ path, ...breach }))
    })
}
