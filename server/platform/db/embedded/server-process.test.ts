import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { memoryLog } from '../../../test/fixtures/memory-log.ts'
import { silentLog } from '../../log/log.ts'
import { findProcess } from './processes.ts'
import { type ServerProcess, spawnServer } from './server-process.ts'

const ourselves = { prefix: [], spawnIds: {} }

it('escalates to an immediate shutdown when the fast one takes too long', async () => {
  const script = `trap 'echo asked nicely >&2' INT; trap 'echo told to >&2; exit 1' QUIT; echo ready >&2; while :; do sleep 0.05; done`
  const server = spawnServer(ourselves, ['sh', '-c', script], silentLog, 200)
  await line(server, 'ready')
  await Promise.all([server.stop(), server.stop()])
  expect(server.lastLines()).toBe('ready\nasked nicely\ntold to')
  expect(server.hasEnded()).toBe(true)
})

it('does not escalate when the fast shutdown works', async () => {
  const script = `trap 'echo asked nicely >&2; exit 0' INT; echo ready >&2; while :; do sleep 0.05; done`
  const server = spawnServer(ourselves, ['sh', '-c', script], silentLog)
  await line(server, 'ready')
  await server.stop()
  expect(server.lastLines()).toBe('ready\nasked nicely')
  expect(findProcess(server.pid ?? 0)).toBeUndefined()
})

it('reports a server that ends by itself, and settles', async () => {
  const log = memoryLog('error')
  const server = spawnServer(ourselves, ['sh', '-c', 'echo out of luck >&2; exit 3'], log)
  await server.ended
  await server.stop()
  expect(log.entries).toMatchObject([
    { level: 'error', exitCode: 3, msg: 'PostgreSQL ended by itself' },
  ])
})

it('keeps why a program could not be started', async () => {
  const server = spawnServer(ourselves, ['/nowhere/postgres'], silentLog)
  await server.ended
  expect(server.lastLines()).toContain('/nowhere/postgres ENOENT')
})

it('keeps the last lines only', async () => {
  const server = spawnServer(ourselves, ['sh', '-c', 'seq 1 500 >&2'], silentLog)
  await server.ended
  expect(server.lastLines().split('\n')).toHaveLength(40)
  expect(server.lastLines().endsWith('\n500')).toBe(true)
})

async function line(server: ServerProcess, text: string): Promise<void> {
  while (!server.lastLines().includes(text)) await delay(5)
}
