// Developers read these in openapi.json.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lineAt } from './source.mjs'
import { bannedIn, isLong, MOST_WORDS, wordsIn } from './words.mjs'

const CONTRACT = /^contract\/(?!.*\.test\.ts$).*\.ts$/
const SUMMARY = /\bsummary:\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g
const THIRD_PERSON = /^[A-Z][a-z]*[a-rtv-z]s$/
const NO_VERBS = new Set([
  ...[
    'Always',
    'Its',
    'His',
    'Hers',
    'Theirs',
    'Ours',
    'Has',
    'Is',
    'Does',
    'Sometimes',
    'Perhaps',
    'Besides',
    'Towards',
  ],
  ...[
    'Addresses',
    'Archives',
    'Documents',
    'Files',
    'Folders',
    'Groups',
    'Items',
    'Keys',
    'Members',
    'Operators',
    'Pages',
  ],
  ...[
    'Participants',
    'Passkeys',
    'Proposals',
    'Rights',
    'Rooms',
    'Sessions',
    'Settings',
    'Templates',
    'Threads',
    'Topics',
    'Webhooks',
  ],
])

const proseOf = (summary) => summary.replace(/\\?`[^`\\]*\\?`|\$\{[^}]*\}/g, 'x')

const beginsWithVerb = (prose) => {
  const [first] = prose.split(/[\s,]/, 1)
  return THIRD_PERSON.test(first) && !NO_VERBS.has(first)
}

function faultsOf(summary) {
  const prose = proseOf(summary)
  return [
    ...(beginsWithVerb(prose)
      ? []
      : ['a summary begins with a verb in the third person, such as Lists or Returns']),
    ...(prose.split(/[.!?](?:\s|$)/).some(isLong)
      ? [`a sentence of a summary has at most ${MOST_WORDS} words`]
      : []),
    ...bannedIn(wordsIn(prose)),
  ]
}

export function checkSummaries(root, files) {
  return files
    .filter((path) => CONTRACT.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return [...text.matchAll(SUMMARY)].flatMap(({ 2: summary, index }) =>
        faultsOf(summary).map((message) => ({ path, line: lineAt(text, index), message })),
      )
    })
}
