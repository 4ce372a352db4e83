// npm run settings [-- --check] writes or checks docs/operate/settings.md.
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { prepare } from './lib/prepare.mjs'
import { at, textOf } from './lib/project.mjs'

const TARGET = at('docs', 'operate', 'settings.md')

const HEAD = `# Settings

Settings are environment variables, read once at the start; an empty one counts as not set. All faults are reported together, and the server does not start with one. This page is written by \`npm run settings\` from \`server/platform/config/settings.ts\`.

| Setting | What it does |
| ------- | ------------ |
`

await prepare()
const { SETTINGS } = await import(
  pathToFileURL(at('.build', 'server', 'platform', 'config', 'settings.js')).href
)
const rows = Object.entries(SETTINGS).map(
  ([name, { sentence }]) => `| \`${name}\` | ${sentence.replace(/[|<]/g, '\\$&')} |\n`,
)
const fresh = HEAD + rows.join('')

if (!process.argv.includes('--check')) {
  writeFileSync(TARGET, fresh)
} else if (textOf(TARGET) !== fresh) {
  console.error(
    'docs/operate/settings.md differs from the settings; write it with: npm run settings',
  )
  process.exitCode = 1
}
