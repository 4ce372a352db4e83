import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedCall {
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
  readonly at: number
}

export interface Receiver {
  readonly url: string
  readonly received: readonly ReceivedCall[]
  /** `undefined` never answers. */
  answer(with_: number | undefined, headers?: Readonly<Record<string, string>>): void
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedCall[] = []
  let status: number | undefined = 204
  let more: Readonly<Record<string, string>> = {}
  const server = http.createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body, at: performance.now() })
      if (status !== undefined) response.writeHead(status, more).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer(given, headers = {}) {
      status = given
      more = headers
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
