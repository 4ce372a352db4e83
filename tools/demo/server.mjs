import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { at, ROOT, textOf } from '../lib/project.mjs'
import { SERVER_PROGRAM } from '../lib/server-program.mjs'

const ROOM = at('.build', 'server', 'cli', 'room.js')
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

async function answers(address) {
  try {
    return (await fetch(`${address}/health/ready`)).ok
  } catch {
    return false
  }
}

function lives(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function noteOf(dataDir) {
  const text = textOf(path.join(dataDir, 'server.json'))
  return text === undefined ? undefined : JSON.parse(text)
}

const ownAddress = ({ HOST, PORT }) => `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`

export async function findServer(settings) {
  if (settings.DATABASE_URL !== undefined)
    return (await answers(ownAddress(settings))) ? ownAddress(settings) : undefined
  const note = noteOf(settings.DATA_DIR)
  return note && lives(note.pid) && (await answers(note.address)) ? note.address : undefined
}

/** Logs' clocks must not run backwards. */
export const isUntouched = ({ DATABASE_URL, DATA_DIR }) =>
  DATABASE_URL === undefined && !existsSync(path.join(DATA_DIR, 'db'))

export const hasMailbox = ({ HOST, SMTP_URL }) =>
  SMTP_URL === undefined && ['127.0.0.1', '::1', 'localhost'].includes(HOST)

const BEHIND = ['--import', import.meta.resolve('./set-clock.mjs')]

const behindBy = (behindMs) => ({
  words: behindMs > 0 ? BEHIND : [],
  env: behindMs > 0 ? { DEMO_CLOCK_BEHIND_MS: String(behindMs) } : {},
})

const children = new Set()
/** npm forwards Ctrl-C. */
const received = new Set()

function forward(signal) {
  if (received.has(signal)) return
  received.add(signal)
  for (const child of children) child.kill(signal)
}

export const isInterrupted = () => received.size > 0

/** `address` rejects on early exit; `ended` resolves to the exit code. Only problems are logged. */
export function startServer(settings, behindMs = 0) {
  const mailbox = hasMailbox(settings) ? { SEALROOM_DEV: '1' } : {}
  const { words, env: behind } = behindBy(behindMs)
  // The next server continues.
  const level = behindMs > 0 ? 'error' : 'warn'
  const env = {
    ...process.env,
    ...mailbox,
    ...behind,
    LOG_LEVEL: process.env.LOG_LEVEL || level,
    ROLES: 'web,worker',
  }
  const child = spawn(process.execPath, [...words, ...SERVER_PROGRAM], {
    cwd: ROOT,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  if (children.size === 0) for (const signal of SIGNALS) process.on(signal, forward)
  children.add(child)
  const ended = once(child, 'exit').then(([code]) => code ?? 1)
  const address = new Promise((resolve, reject) => {
    child.once('message', (ready) => resolve(ready.replace(/^ready /, '')))
    ended.then(() =>
      reject(new Error('서버가 시작하지 못했습니다 · The server did not start; no room was made.')),
    )
  })
  const setBehind = (wanted) =>
    new Promise((resolve, reject) => {
      child.once('message', resolve)
      ended.then(() => reject(new Error('서버가 끝났습니다 · The server has ended.')))
      child.send({ behindMs: wanted }, (error) => error && reject(error))
    })
  const stop = () => {
    if (!received.has('SIGTERM')) child.kill('SIGTERM')
  }
  return { address, ended, setBehind, stop }
}

export async function createRoom({ name, operator, behindMs }) {
  const args = [
    'create',
    '--name',
    name,
    '--operator-name',
    operator.name,
    '--operator-email',
    operator.email,
    '--json',
  ]
  const { words, env: behind } = behindBy(behindMs)
  const env = { ...process.env, ...behind }
  const child = spawn(process.execPath, [...words, ROOM, ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error('데이터룸을 만들지 못했습니다 · No room was made.')
  return JSON.parse(output)
}
