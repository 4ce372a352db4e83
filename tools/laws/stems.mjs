// A reader who searches for one of these words must find one meaning for each folder.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lineAt, STRING_OR_COMMENT } from './source.mjs'
import { partsOf } from './words.mjs'

/** A new folder is added here only with a meaning that the glossary has. */
const STEMS = [
  {
    forms: ['ceremony', 'ceremonies'],
    folders: ['contract/features/signing.ts', 'server/features/esign/', 'web/sign/'],
    others: 'options, registration',
  },
  {
    forms: ['claim', 'claims', 'claimed', 'claiming'],
    folders: [
      // Of a bucket by a database, or in the token of an identity provider.
      ...[
        'server/cli/storage.ts',
        'server/open-keys.ts',
        'server/platform/blob/',
        'server/platform/db/',
      ],
      ...[
        'server/platform/oidc/',
        'server/features/session/sign-on/',
        'web/features/rooms/settings/',
      ],
    ],
    others: 'record once, redeem, match, declare',
  },
  {
    forms: ['turn', 'turns', 'turned'],
    folders: [
      ...['server/features/esign/', 'web/features/esign/'],
      // These take work in turns.
      ...[
        'server/workers/',
        'server/platform/scan/',
        'server/backup/',
        'server/features/archive/made.ts',
      ],
      ...['paper/space/', 'web/features/viewer/page/', 'contract/core/one-line.ts'],
    ],
    others: 'rotation, writer, drained',
  },
  {
    forms: ['way', 'ways'],
    folders: [
      ...[
        'contract/features/session.ts',
        'server/features/session/second-step/',
        'web/features/session/',
        'web/console/',
      ],
      // These lead back, or act both ways.
      ...[
        'web/ui/dialog/',
        'web/app/screens/',
        'web/features/members/',
        'web/features/esign/',
        'server/platform/db/embedded/',
      ],
    ],
    others: 'path, direction, method, route',
  },
]

const SOURCE = /^(?:contract|paper|server|web)\/.*\.tsx?$/
const TEST = /\.(?:test|conformance)\.tsx?$|^server\/test\//
const DECLARATION =
  /^(?:export )?(?:async )?(?:const|let|function\*?|class|interface|type) ([A-Za-z_$][\w$]*)/gm

function breachesIn(path, text) {
  const strange = STEMS.filter(({ folders }) => !folders.some((folder) => path.startsWith(folder)))
  if (strange.length === 0) return []
  const code = text.replace(STRING_OR_COMMENT, (token) => token.replace(/[^\n]/g, ' '))
  return [...code.matchAll(DECLARATION)].flatMap(({ 1: name, index }) =>
    strange
      .filter(({ forms }) => partsOf(name).some((part) => forms.includes(part)))
      .map(({ forms: [stem], others }) => ({
        path,
        line: lineAt(text, index),
        message: `${name}: ${stem} means something else, so say ${others}, or list the folder in tools/laws/stems.mjs`,
      })),
  )
}

/** @returns breaches as `{path, line, message}` */
export const checkStems = (root, files) =>
  files
    .filter((path) => SOURCE.test(path) && !TEST.test(path))
    .flatMap((path) => breachesIn(path, readFileSync(join(root, path), 'utf8')))
