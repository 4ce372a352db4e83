const SERVER_TEST = '^server/test/'
const ANY_TEST = '\\.test\\.tsx?$'
const OUTSIDE_THE_PRODUCT = ['^tools/', '^bench/', '^e2e/']

const any = (...patterns) => new RegExp(patterns.join('|'))

const CDN_HOSTS =
  'cdn|unpkg|jsdelivr|esm\\.sh|skypack|googleapis|gstatic|bootstrapcdn|fontawesome|typekit'

export const RULES = [
  {
    name: 'time comes from platform/clock',
    pattern: /\bDate\.now\b|\bnew Date\b(?!\s*\()|\bnew Date\s*\(\s*\)/g,
    where: any('.'),
    except: any(
      '^server/platform/clock/',
      '^web/lib/',
      ANY_TEST,
      SERVER_TEST,
      ...OUTSIDE_THE_PRODUCT,
    ),
  },
  {
    name: 'SQL stands in *.store.ts, *.read.ts, platform/db and platform/jobs',
    pattern: /\bimport\s+(?:\{[^}]*\bsql\b[^}]*\}|\*\s+as\s+\w+)\s+from\s+['"]kysely['"]/g,
    where: any('.'),
    except: any(
      '\\.(store|read)\\.ts$',
      '^server/platform/(db|jobs)/',
      ANY_TEST,
      SERVER_TEST,
      ...OUTSIDE_THE_PRODUCT,
    ),
  },
  {
    name: 'the door of a feature gives use cases, no functions of *.store.ts or *.read.ts',
    pattern:
      /\b(?:ex|im)port\s+(?:\*[^'"]*|\{(?:[^}]*,)?\s*(?!type\s)\w[^}]*\}\s*)from\s*['"][^'"]*\.(?:store|read)\.ts['"]/g,
    where: any('^server/features/[^/]+/index\\.ts$'),
  },
  {
    name: 'the environment is read in platform/config',
    pattern:
      /\bprocess\s*\??\.\s*env\b|\bprocess\[['"]env['"]\]|\{[^}]*\benv\b[^}]*\}\s*(?:=\s*process\b|from\s+['"](?:node:)?process['"])/g,
    where: any('.'),
    except: any(
      '^server/platform/config/',
      '(^|/)[^/]+\\.config\\.ts$',
      ANY_TEST,
      SERVER_TEST,
      ...OUTSIDE_THE_PRODUCT,
    ),
  },
  {
    name: 'no suppressions: fix what the tool says or change the rule with a reason',
    pattern:
      /\bbiome-(?:ignore)|@ts-(?:ignore|expect-error|nocheck)|\b(?:eslint|prettier)-(?:disable|ignore)/g,
    where: any('.'),
    comments: true,
  },
  {
    name: 'no notes for later: finish it or open an issue',
    pattern: /\b(?:TO(?:DO)|FIX(?:ME))\b/g,
    where: any('.'),
    comments: true,
  },
  {
    name: 'every test runs (what is missing: skipIf, or skip(condition, reason))',
    pattern: /\.(?:only|todo)\s*[.(]|\.skip\s*(?:\.|\((?!\s*[^'"`,()]+,\s*['"`]))/g,
    where: any(ANY_TEST, '^e2e/'),
  },
  {
    name: 'no markup from strings',
    pattern: /\bdangerously(?:SetInnerHTML)\b/g,
    where: any('.'),
  },
  {
    name: 'nothing is loaded from a foreign host',
    pattern: new RegExp(`(?:https?:)?//(?:[\\w-]+\\.)*[\\w-]*(?:${CDN_HOSTS})[\\w-]*\\.`, 'gi'),
    where: any('^web/', '^server/'),
    comments: true,
  },
  {
    name: 'a package is found from our own files, and so is declared',
    pattern: /\bcreateRequire\((?!import\.meta\.url\))/g,
    where: any('.'),
  },
]
