import net from 'node:net'

export type Temper = 'fine' | 'silent' | 'ends at once' | 'limits' | 'fails' | 'babbles'

export interface Clamd {
  readonly url: string
  readonly scanned: Buffer[]
  readonly most: () => number
  temper: Temper
  stop(): Promise<void>
  start(): Promise<void>
}

export const EICAR = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE'

export async function startClamd(limit = 100_000_000): Promise<Clamd> {
  const sockets = new Set<net.Socket>()
  let port = 0
  let running = 0
  let most = 0
  const server = net.createServer((socket) => {
    sockets.add(socket)
    running += 1
    most = Math.max(most, running)
    socket.on('error', () => undefined)
    socket.once('close', () => {
      running -= 1
      sockets.delete(socket)
    })
    if (clamd.temper === 'ends at once') socket.destroy()
    else void serve(socket)
  })
  const clamd: Clamd = {
    get url() {
      return `tcp://127.0.0.1:${port}`
    },
    scanned: [],
    most: () => most,
    temper: 'fine',
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    start: () =>
      new Promise((resolve) =>
        server.listen(port, '127.0.0.1', () => {
          port = (server.address() as net.AddressInfo).port
          resolve()
        }),
      ),
  }

  async function serve(socket: net.Socket): Promise<void> {
    let received = Buffer.alloc(0)
    const content: Buffer[] = []
    let size = 0
    let isStream = false
    for await (const piece of socket) {
      received = Buffer.concat([received, piece as Buffer])
      if (!isStream) {
        const end = received.indexOf(0)
        if (end === -1) continue
        const command = received.toString('latin1', 0, end)
        received = received.subarray(end + 1)
        if (command === 'zPING') return void socket.end('PONG\0')
        if (command !== 'zINSTREAM') return void socket.end('UNKNOWN COMMAND\0')
        isStream = true
      }
      while (received.length >= 4) {
        const length = received.readUInt32BE()
        if (length === 0) return answer(socket, Buffer.concat(content))
        if (received.length < 4 + length) break
        content.push(Buffer.from(received.subarray(4, 4 + length)))
        size += length
        received = received.subarray(4 + length)
        if (size > limit) return void socket.end('INSTREAM size limit exceeded. ERROR\0')
      }
    }
  }

  function answer(socket: net.Socket, content: Buffer): void {
    clamd.scanned.push(content)
    if (clamd.temper === 'silent') return
    if (clamd.temper === 'limits')
      socket.end('stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND\0')
    else if (clamd.temper === 'fails') socket.end("stream: Can't allocate memory ERROR\0")
    else if (clamd.temper === 'babbles') socket.end('stream: perhaps\0')
    else
      socket.end(content.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
  }

  await clamd.start()
  return clamd
}
