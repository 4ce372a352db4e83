// npm run new-feature -- NAME [--floor LOWER] [--dry-run] adds a feature. LOWER is the highest feature it imports.
import './lib/node-version.mjs'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { at, bin } from './lib/project.mjs'
import { runNode } from './lib/run.mjs'
import { planFeature, Refused } from './new-feature/plan.mjs'

const USAGE = 'npm run new-feature -- NAME [--floor LOWER] [--dry-run]'

const nextSteps = (name) => `
Next:
  npm run openapi    writes the new call into contract/openapi.json
  npm run check      must pass
Then make it yours:
  - Whatever is called "example" stands in for your first call: replace it from contract/features/${name}.ts on.
  - It asks for a raised operator. Say who may call in contract/core/permissions.ts and in its row of
    server/test/matrix/authorization-rows.ts, and what a participant meets in rights-scenarios.ts beside it.
  - Write the title of the page in web/locales/ko/${name}.json and web/locales/en/${name}.json, and link /admin/${name.replaceAll('-', '')} where people look for it.
  - Name the feature in docs/architecture.md and its floor in docs/laws/imports.md.
`

function asked() {
  try {
    const options = { floor: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } }
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    if (positionals.length !== 1) throw new Refused(USAGE)
    if (!existsSync(bin('biome')))
      throw new Refused('Nothing is installed yet: run npm run build first')
    return {
      name: positionals[0],
      isDry: values['dry-run'],
      ...planFeature(positionals[0], values.floor),
    }
  } catch (error) {
    if (!(error instanceof Refused) && !error.code?.startsWith('ERR_PARSE_ARGS')) throw error
    console.error(error.message)
    process.exit(2)
  }
}

const { name, isDry, created, changed } = asked()
for (const { path } of created) console.log(`new      ${path}`)
for (const { path } of changed) console.log(`changed  ${path}`)
if (!isDry) {
  for (const { path, text } of [...created, ...changed]) {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), text)
  }
  const paths = [...created, ...changed].map(({ path }) => path)
  process.exitCode = await runNode([
    bin('biome'),
    'check',
    '--write',
    '--log-level=error',
    ...paths,
  ])
  console.log(nextSteps(name))
}
