// npm run dev: compiler, server and web client, each watching its sources; all end together.
import { spawn } from 'node:child_process'
import { forgetBuild } from './lib/build.mjs'
import { prepare } from './lib/prepare.mjs'
import { at, bin, ROOT } from './lib/project.mjs'

await prepare()
forgetBuild()

const programs = [
  [bin('tsc'), '-b', 'contract', 'paper', 'server', '--watch', '--preserveWatchOutput'],
  ['--watch', '--watch-preserve-output', at('.build', 'server', 'main.js')],
  [bin('vite'), '--config', 'web/vite.config.ts'],
]
const env = { ...process.env, SEALROOM_DEV: '1' }
const children = programs.map((args) => spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' }))

let ending = false
const endAll = (code) => {
  if (ending) return
  ending = true
  process.exitCode = code
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => endAll(0))
for (const child of children) child.once('exit', (code) => endAll(code ?? 1))
