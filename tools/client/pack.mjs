// npm run client [-- --out FOLDER] packs the client as a .tgz.
import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { prepare } from '../lib/prepare.mjs'
import { at, bin, textOf } from '../lib/project.mjs'
import { run, runNode } from '../lib/run.mjs'

const { out = at('.build') } = parseArgs({ options: { out: { type: 'string' } } }).values

await prepare()
const code = await runNode([bin('tsc'), '-b', at('clients', 'typescript')], { quiet: true })
if (code !== 0) process.exit(code)

const staging = at('.build', 'client-package')
rmSync(staging, { recursive: true, force: true })
mkdirSync(staging, { recursive: true })
cpSync(at('.build', 'client'), resolve(staging, 'dist'), {
  recursive: true,
  filter: (path) => !path.endsWith('.tsbuildinfo'),
})
for (const name of ['package.json', 'README.md'])
  copyFileSync(at('clients', 'typescript', name), resolve(staging, name))
copyFileSync(at('LICENSE'), resolve(staging, 'LICENSE'))

const folder = resolve(out)
mkdirSync(folder, { recursive: true })
const packed = await run(
  'npm',
  ['pack', staging, '--pack-destination', folder, '--silent', '--ignore-scripts'],
  { quiet: true },
)
if (packed !== 0) process.exit(packed)
const { name, version } = JSON.parse(textOf(at('clients', 'typescript', 'package.json')))
console.log(resolve(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`))
