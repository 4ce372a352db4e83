import { cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { plant } from './plant.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

const compilerOptions = {
  composite: true,
  rootDir: '.',
  module: 'nodenext',
  target: 'es2023',
  types: [],
  // The browser library takes longest.
  lib: ['es2023'],
  skipLibCheck: true,
  rewriteRelativeImportExtensions: true,
}

const project = (name: string, ...needs: string[]) => ({
  [`${name}/tsconfig.json`]: JSON.stringify({
    compilerOptions: {
      ...compilerOptions,
      outDir: `../.build/${name}`,
      tsBuildInfoFile: `../.build/${name}.tsbuildinfo`,
    },
    include: ['**/*.ts'],
    references: needs.map((need) => ({ path: `../${need}` })),
  }),
})

/** npm can link this package without a registry. */
const program = (command: string, script: string) => ({
  [`packages/${command}/package.json`]: JSON.stringify({
    name: command,
    version: '1.0.0',
    bin: { [command]: 'run.cjs' },
  }),
  [`packages/${command}/run.cjs`]: `#!/usr/bin/env node\n${script}`,
  [`packages/${command}/read.ttf`]: 'read',
  [`packages/${command}/unread.ttf`]: 'unread',
})

const lockfile = (
  commands: readonly string[],
  devDependencies: Readonly<Record<string, string>>,
) => ({
  name: 'planted',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': { name: 'planted', devDependencies },
    ...Object.fromEntries(
      commands.flatMap((command) => [
        [`node_modules/${command}`, { resolved: `packages/${command}`, link: true }],
        [`packages/${command}`, { version: '1.0.0', dev: true, bin: { [command]: 'run.cjs' } }],
      ]),
    ),
  },
})

const MAIN = `import { answer } from '../contract/answer.ts'
declare const process: any
const [how, code] = process.argv.slice(2)
let signals = 0
process.on('SIGTERM', () => {
  if (++signals === 1) setTimeout(() => { console.log('signals', signals); process.exit(7) }, 500)
  console.log('stopping')
})
console.log('serving', answer, process.argv.slice(2).join(' '))
if (how === 'exit') process.exit(Number(code))
setInterval(() => {}, 1000)
declare function setTimeout(work: () => void, ms: number): void
declare function setInterval(work: () => void, ms: number): void
declare const console: { log(...parts: unknown[]): void }
`

const TSC = `require(${JSON.stringify(path.join(ROOT, 'node_modules/typescript/lib/tsc.js'))})`
const BUNDLER =
  "require('node:fs').appendFileSync('.build/bundles', process.env.NODE_ENV + '\\n'); console.log('bundler chatter')"

/** The path has a space. */
export async function plantProject(
  stubs: Readonly<Record<string, string>> = {},
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const programs = { tsc: TSC, rolldown: '', vite: BUNDLER, ...stubs }
  const commands = Object.keys(programs)
  const devDependencies = Object.fromEntries(
    commands.map((command) => [command, `file:packages/${command}`]),
  )
  const scripts = {
    ...Object.fromEntries(
      ['start', 'room', 'build', 'test'].map((name) => [name, `node tools/${name}.mjs`]),
    ),
    'test:slow': 'node tools/test-slow.mjs',
  }
  const app = await plant({
    'package.json': JSON.stringify({ name: 'planted', type: 'module', scripts, devDependencies }),
    'package-lock.json': JSON.stringify(lockfile(commands, devDependencies)),
    'tsconfig.base.json': '{}',
    'tsconfig.json': JSON.stringify({ files: [], references: [{ path: 'server' }] }),
    ...Object.assign(
      {},
      ...Object.entries(programs).map(([command, script]) => program(command, script)),
    ),
    ...project('contract'),
    ...project('paper'),
    ...project('server', 'contract', 'paper'),
    'contract/answer.ts': 'export const answer: number = 42\n',
    'paper/page.ts': 'export const page = 1\n',
    'server/main.ts': MAIN,
    'server/cli/room.ts':
      'declare const process: any\nprocess.stdout.write(JSON.stringify(process.argv.slice(2)))\nprocess.exitCode = 3\n',
    'web/main.tsx': '',
  })
  // Documents name missing paths.
  const filter = (file: string): boolean => !file.endsWith('.md')
  for (const folder of ['tools', '.ci'])
    await cp(path.join(ROOT, folder), path.join(app.folder, folder), { recursive: true, filter })
  await writeFile(
    path.join(app.folder, 'tools/lib/faces.mjs'),
    "export const FACES = [['Face.ttf', 'vite', 'read.ttf']]\n",
  )
  return app
}
