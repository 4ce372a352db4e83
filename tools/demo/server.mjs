import { spawn } from 'node:child_process'
import { once } from 'node:events'
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

/** The note of the server on the data folder; with an outside database there is none. */
function noteOf(dataDir) {
  const text = textOf(path.join(dataDir, 'server.json'))
  return text === undefined ? undefined : JSON.parse(text)
}

/** Where the server of these settings would be found. */
const ownAddress = ({ HOST, PORT }) => `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`

/** The address of the server that already runs on these settings, or undefined. */
export async function findServer(settings) {
  if (settings.DATABASE_URL !== undefined) return (await answers(ownAddress(settings))) ? ownAddress(settings) : undefined
  const note = noteOf(settings.DATA_DIR)
  return note && lives(note.pid) && (await answers(note.address)) ? note.address : undefined
}

/** Whether the mails of the server can be shown on this machine. */
export const hasMailbox = ({ HOST, SMTP_URL }) => SMTP_URL === undefined && ['127.0.0.1', '::1', 'localhost'].includes(HOST)

/**
 * Starts the server on this terminal. `address` resolves once it serves and rejects if it ends before; `ended` resolves to its exit code.
 * Its log is kept to what is out of order, unless LOG_LEVEL says otherwise: the demo makes hundreds of requests. It needs both roles.
 */
export function startServer(settings) {
  const mailbox = hasMailbox(settings) ? { SEALROOM_DEV: '1' } : {}
  const env = { ...process.env, ...mailbox, LOG_LEVEL: process.env.LOG_LEVEL || 'warn', ROLES: 'web,worker' }
  const child = spawn(process.execPath, SERVER_PROGRAM, { cwd: ROOT, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  // npm forwards what the terminal has already sent: one Ctrl-C arrives here twice, and must not count as a second one there.
  const received = new Set()
  const stop = (signal) => {
    if (!received.has(signal)) child.kill(signal)
    received.add(signal)
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  const ended = once(child, 'exit').then(([code]) => code ?? 1)
  const address = new Promise((resolve, reject) => {
    child.once('message', (ready) => resolve(ready.replace(/^ready /, '')))
    ended.then(() => reject(new Error('서버가 시작하지 못했습니다 · The server did not start; no room was made.')))
  })
  return { address, ended, stop: () => stop('SIGTERM') }
}

/** Makes a room by the command line: `{roomId, roomNo, pin, code, url}`. */
export async function createRoom({ name, operator }) {
  const args = ['create', '--name', name, '--operator-name', operator.name, '--operator-email', operator.email, '--json']
  const child = spawn(process.execPath, [ROOM, ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error('데이터룸을 만들지 못했습니다 · No room was made.')
  return JSON.parse(output)
}
