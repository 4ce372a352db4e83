import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics.ts'

const MOST_CONNECTIONS = 20
const REQUEST_WITHIN_MS = 15_000

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

export interface MetricsServer {
  readonly address: string
  close(): Promise<void>
}

/** @throws what `listen` reports. */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
) {
  const server = createServer(
    { requestTimeout: REQUEST_WITHIN_MS, headersTimeout: REQUEST_WITHIN_MS },
    (request, response) => {
      request.resume()
      if (request.url !== '/metrics') return end(response, 404)
      if (request.method !== 'GET') return end(response, 405)
      metrics.scrape().then(
        ({ type, text }) => end(response, 200, text, type),
        () => end(response, 500),
      )
    },
  )
  server.maxConnections = MOST_CONNECTIONS
  server.listen(port, host)
  await once(server, 'listening')
  const bound = server.address() as AddressInfo
  const name = host.includes(':') ? `[${host}]` : host
  return {
    address: `http://${name}:${bound.port}/metrics`,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  } satisfies MetricsServer
}

function end(
  response: ServerResponse,
  status: number,
  text = '',
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, { ...HEADERS, 'content-type': type }).end(text)
}
