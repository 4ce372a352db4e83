import net from 'node:net'

export interface RawAnswer {
  /** The status is 0 without a response. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export function connect(base: string): Promise<net.Socket> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname, () => resolve(socket))
    socket.once('error', reject)
  })
}

export async function sendRaw(
  base: string,
  ...pieces: (string | Uint8Array)[]
): Promise<RawAnswer> {
  const socket = await connect(base)
  const answer = readAnswer(socket)
  for (const piece of pieces) socket.write(piece)
  return answer.finally(() => socket.destroy())
}

export function readAnswer(socket: net.Socket): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0)
    const finish = (): void => resolve(parseAnswer(received))
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (isComplete(received)) finish()
    })
    socket.once('error', finish)
    socket.once('close', finish)
  })
}

function isComplete(received: Buffer): boolean {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return false
  const length = /^content-length: (\d+)$/im.exec(received.toString('latin1', 0, end))?.[1]
  return length !== undefined && received.length >= end + 4 + Number(length)
}

function parseAnswer(received: Buffer): RawAnswer {
  const text = received.toString('utf8')
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = Object.fromEntries(
    fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      field.slice(field.indexOf(':') + 1).trim(),
    ]),
  )
  return { status: Number(line.split(' ')[1] ?? 0), headers, body: rest.join('\r\n\r\n') }
}
