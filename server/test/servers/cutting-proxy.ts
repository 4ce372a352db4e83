import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface CuttingProxy {
  readonly endpoint: string
  left(): number
  cut(connections: number, afterBytes: number): void
  refuse(connections: number): void
  slow(restMs: number): void
  /** Listed objects then look old. */
  age(): void
  close(): void
}

const BUSY = [
  'HTTP/1.1 503 Slow Down',
  'content-type: application/xml',
  'connection: close',
  '',
  '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>',
].join('\r\n')

const STORED = /(?<=<LastModified>)\d{4}(?=-\d\d-\d\dT)/g
const TAG = '<LastModified>'
const TAG_AND_DAY = TAG.length + '2026-11-30T'.length
/** Encrypted bytes may end in a shorter piece of the tag, and nothing would follow. */
const SURE = 4

/** @returns as `rest` what the next piece may complete */
function aged(text: string): { readonly ready: string; readonly rest: string } {
  const opened = text.lastIndexOf('<')
  const cut = opened < 0 ? '' : text.slice(opened)
  const isCut =
    cut.length >= SURE && cut.length < TAG_AND_DAY && TAG.startsWith(cut.slice(0, TAG.length))
  const end = isCut ? opened : text.length
  return { ready: text.slice(0, end).replace(STORED, '2001'), rest: text.slice(end) }
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { port: targetPort, hostname } = new URL(target)
  let left = 0
  let afterBytes = 0
  let restMs = 0
  let refusals = 0
  let ages = false
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
    let rest = ''
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    }
    near.pipe(far)
    far.on('data', (piece) => {
      bytes += piece.length
      if (left === 0 || bytes <= afterBytes) {
        if (ages) {
          const made = aged(rest + piece.toString('latin1'))
          rest = made.rest
          near.write(made.ready, 'latin1')
        } else near.write(piece)
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
    far.on('close', () => near.end(rest, 'latin1'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    endpoint: `http://127.0.0.1:${port}`,
    left: () => left,
    slow(rest) {
      restMs = rest
    },
    age() {
      ages = true
    },
    cut(connections, after) {
      left = connections
      afterBytes = after
      // Kept connections have transferred more.
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
