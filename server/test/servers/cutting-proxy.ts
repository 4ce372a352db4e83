import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface CuttingProxy {
  readonly endpoint: string
  left(): number
  cut(connections: number, afterBytes: number): void
  refuse(connections: number): void
  slow(restMs: number): void
  close(): void
}

const BUSY = [
  'HTTP/1.1 503 Slow Down',
  'content-type: application/xml',
  'connection: close',
  '',
  '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>',
].join('\r\n')

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { port: targetPort, hostname } = new URL(target)
  let left = 0
  let afterBytes = 0
  let restMs = 0
  let refusals = 0
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    if (refusals > 0) {
      refusals -= 1
      near.on('error', () => undefined).resume()
      near.end(BUSY)
      return
    }
    const far = connect(Number(targetPort), hostname)
    let bytes = 0
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    }
    near.pipe(far)
    far.on('data', (piece) => {
      bytes += piece.length
      if (left === 0 || bytes <= afterBytes) {
        near.write(piece)
        if (restMs > 0) {
          far.pause()
          setTimeout(() => far.resume(), restMs)
        }
        return
      }
      left -= 1
      near.resetAndDestroy()
      far.destroy()
    })
    near.on('close', () => far.destroy())
    far.on('close', () => near.end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    endpoint: `http://127.0.0.1:${port}`,
    left: () => left,
    slow(rest) {
      restMs = rest
    },
    cut(connections, after) {
      left = connections
      afterBytes = after
      // Kept connections have already transferred more bytes than that.
      for (const socket of sockets) socket.destroy()
    },
    refuse(connections) {
      refusals = connections
      for (const socket of sockets) socket.destroy()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
