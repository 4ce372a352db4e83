// npm run openapi [-- --check] writes or checks contract/openapi.json and the client's types.
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { callTypes } from './client/call-types.mjs'
import { prepare } from './lib/prepare.mjs'
import { at, textOf } from './lib/project.mjs'

await prepare()
const { openApiDocument } = await import(pathToFileURL(at('.build', 'contract', 'openapi.js')).href)
const described = openApiDocument()
const files = {
  'contract/openapi.json': `${JSON.stringify(described, null, 2)}\n`,
  'clients/typescript/src/calls.ts': callTypes(described),
}

for (const [path, fresh] of Object.entries(files)) {
  if (!process.argv.includes('--check')) {
    writeFileSync(at(path), fresh)
  } else if (textOf(at(path)) !== fresh) {
    console.error(`${path} differs from the contract; write it with: npm run openapi`)
    process.exitCode = 1
  }
}
