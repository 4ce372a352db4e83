import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import type { SocketConnection } from '../../platform/db/connection-options.ts'

export interface Statement {
  readonly text: string
  readonly before: readonly string[]
}

/** Waiting blocks the connection. `cut` precedes the statement. Functions run after the dropped answer. */
export type ProxyVerdict = 'pass' | 'cut' | (() => void)

export interface DatabaseProxy {
  readonly url: string
  judge(judge?: (statement: Statement) => ProxyVerdict | Promise<ProxyVerdict>): void
  close(): void
}

type Judge = (statement: Statement) => ProxyVerdict | Promise<ProxyVerdict>

/** Parses protocol 3 of PostgreSQL, without TLS. */
export async function startDatabaseProxy({
  host,
  port,
  user,
  database,
}: SocketConnection): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>()
  let judge: Judge | undefined
  const server = createServer((near) => {
    const far = connect(path.join(host, `.s.PGSQL.${port}`))
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    }
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    relay(near, far, () => judge)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as { port: number }
  return {
    url: `postgres://${user}@127.0.0.1:${address.port}/${database}`,
    judge(next) {
      judge = next
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function relay(near: Socket, far: Socket, judgeNow: () => Judge | undefined): void {
  let answered: (() => void) | undefined
  far.on('data', (piece) => {
    if (answered === undefined) return near.write(piece)
    answered()
    near.destroy()
    return far.destroy()
  })
  void pass(near, far, async (statement) => {
    const verdict = (await judgeNow()?.(statement)) ?? 'pass'
    if (verdict === 'cut') near.destroy()
    else if (verdict !== 'pass') answered = verdict
    return verdict !== 'cut'
  }).catch(() => near.destroy())
}

/** Messages are a letter (except the first) and a length. */
async function pass(
  near: Socket,
  far: Socket,
  mayPass: (statement: Statement) => Promise<boolean>,
): Promise<void> {
  let pending: Buffer = Buffer.alloc(0)
  let head = 0
  let before: string[] = []
  for await (const piece of near as AsyncIterable<Buffer>) {
    pending = Buffer.concat([pending, piece])
    while (pending.length >= head + 4) {
      const end = head + pending.readUInt32BE(head)
      if (pending.length < end) break
      const text = head === 0 ? undefined : textOf(pending.subarray(0, end))
      if (text !== undefined) {
        if (/^(begin|start transaction)/i.test(text)) before = []
        if (!(await mayPass({ text, before }))) return
        before = /^(commit|rollback)/i.test(text) ? [] : [...before, text]
      }
      far.write(pending.subarray(0, end))
      pending = pending.subarray(end)
      head = 1
    }
  }
}

function textOf(message: Buffer): string | undefined {
  const kind = String.fromCharCode(message[0] ?? 0)
  if (kind === 'Q') return message.toString('utf8', 5, message.length - 1)
  if (kind !== 'P') return undefined
  const from = message.indexOf(0, 5) + 1
  return message.toString('utf8', from, message.indexOf(0, from))
}
