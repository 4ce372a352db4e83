// npm run dev watches compiler, server and client.
import { spawn } from 'node:child_process'
import { forgetBuild } from './lib/build.mjs'
import { prepare } from './lib/prepare.mjs'
import { at, bin, ROOT } from './lib/project.mjs'

await prepare()
forgetBuild()

const programs = [
  // Bundles would not follow the compiler's sources.
  [bin('tsc'), '-b', 'contract', 'paper', 'server', '--force', '--watch', '--preserveWatchOutput'],
  ['--watch', '--watch-preserve-output', at('.build', 'server', 'main.js')],
  [bin('vite'), '--config', 'web/vite.config.ts'],
]
// The mailbox requires file mails and a local server.
const hasMailbox =
  !process.env.SMTP_URL &&
  !process.env.SMTP_URL_FILE &&
  ['', '127.0.0.1', '::1', 'localhost'].includes(process.env.HOST ?? '')
const env = hasMailbox ? { ...process.env, SEALROOM_DEV: '1' } : process.env
const children = programs.map((args) =>
  spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' }),
)

let ending = false
const endAll = (code) => {
  if (ending) return
  ending = true
  process.exitCode = code
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => endAll(0))
for (const child of children) child.once('exit', (code) => endAll(code ?? 1))
