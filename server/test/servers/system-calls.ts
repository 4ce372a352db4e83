import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'vitest'
import { hasProgram } from './pdf-tools.ts'

export const lackingStrace: readonly string[] = hasProgram('strace') ? [] : ['strace']

const mayTrace =
  lackingStrace.length > 0 || spawnSync('strace', ['-e', 'trace=none', 'true']).status === 0

/** Container runtimes may forbid tracing. */
export const skipUntraced = (test: TestContext): void =>
  test.skip(!mayTrace, 'this machine lets no program be traced')

const ATTACHED_WITHIN_MS = 20_000
const LONGEST_STRING = 4 * 1024 * 1024
const RECORDED =
  'openat,write,writev,sendmsg,pwrite64,ftruncate,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,fsync,fdatasync'

export interface Attached {
  detach(): Promise<void>
}

async function attach(pid: number, words: readonly string[]): Promise<Attached> {
  const child = spawn('strace', ['-f', ...words, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await attached(child)
  return {
    async detach() {
      child.kill('SIGINT')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

function attached(child: ChildProcess): Promise<void> {
  let printed = ''
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`strace does not attach:\n${printed}`))
    const limit = setTimeout(fail, ATTACHED_WITHIN_MS)
    child.once('exit', fail)
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (!printed.includes(' attached')) return
      clearTimeout(limit)
      child.off('exit', fail)
      resolve()
    })
  })
}

export const recordCalls = (pid: number, file: string): Promise<Attached> =>
  attach(pid, ['-y', '-xx', '-s', String(LONGEST_STRING), '-e', `trace=${RECORDED}`, '-o', file])

/** @param fault such as `fsync:error=EIO` or `rename:signal=SIGKILL:when=2` (strace(1), tampering) */
export const injectFault = (pid: number, fault: string): Promise<Attached> =>
  attach(pid, ['-e', `trace=${fault.split(':')[0]}`, '-e', `inject=${fault}`, '-o', '/dev/null'])

export interface SystemCall {
  readonly name: string
  readonly fd: number | undefined
  readonly path: string
  readonly strings: readonly Buffer[]
  readonly flags: string
  readonly result: number | undefined
}

export interface Moment {
  readonly phase: 'begins' | 'ends'
  readonly call: SystemCall
}

const LINE = /^(\d+) +(?:<\.\.\. (\w+) resumed>|(\w+)\()(.*)$/
const UNFINISHED = ' <unfinished ...>'

const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex')

function callOf(name: string, text: string): SystemCall {
  const first = /^(\d+)<([^>]*)>/.exec(text)
  const result = /\) += (-?\d+)/.exec(text.slice(text.lastIndexOf(') ')))?.[1]
  return {
    name,
    fd: first ? Number(first[1]) : undefined,
    path: bytesOf(first?.[2] ?? '').toString('utf8'),
    strings: [...text.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) => bytesOf(hex)),
    flags: /\bO_[A-Z_|]+/.exec(text)?.[0] ?? '',
    result: result === undefined ? undefined : Number(result),
  }
}

export function momentsIn(text: string): Moment[] {
  const moments: Moment[] = []
  const open = new Map<string, { name: string; text: string; at: number }>()
  for (const line of text.split('\n')) {
    const [, thread = '', resumed, name = resumed ?? '', rest = ''] = LINE.exec(line) ?? []
    if (thread === '') continue
    if (rest.endsWith(UNFINISHED)) {
      const begun = rest.slice(0, -UNFINISHED.length)
      open.set(thread, { name, text: begun, at: moments.length })
      moments.push({ phase: 'begins', call: callOf(name, begun) })
      continue
    }
    const begun = resumed === undefined ? undefined : open.get(thread)
    const call = callOf(name, `${begun?.text ?? ''}${rest}`)
    open.delete(thread)
    if (begun) moments[begun.at] = { phase: 'begins', call }
    else moments.push({ phase: 'begins', call })
    moments.push({ phase: 'ends', call })
  }
  return moments
}
