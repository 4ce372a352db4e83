// npm run openapi [-- --check] writes or checks contract/openapi.json.
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { prepare } from './lib/prepare.mjs'
import { at, textOf } from './lib/project.mjs'

const TARGET = at('contract', 'openapi.json')

await prepare()
const { openApiDocument } = await import(pathToFileURL(at('.build', 'contract', 'openapi.js')).href)
const fresh = `${JSON.stringify(openApiDocument(), null, 2)}\n`

if (!process.argv.includes('--check')) {
  writeFileSync(TARGET, fresh)
} else if (textOf(TARGET) !== fresh) {
  console.error('contract/openapi.json differs from the contract; write it with: npm run openapi')
  process.exitCode = 1
}
