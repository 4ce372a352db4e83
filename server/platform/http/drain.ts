import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** A stream of events has no end of its own. */
const ENDLESS = 'application/x-ndjson'

/**
 * Lets `app.close()` come to an end: streams of events end at once, requests that run are answered and their connections closed, and what
 * is still open after `withinMs` is cut.
 */
export function drainOnClose(app: FastifyInstance, withinMs: number): void {
  const endless = new Set<ServerResponse>()
  let closing = false
  let limit: NodeJS.Timeout | undefined

  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
    if (!String(reply.getHeader('content-type')).startsWith(ENDLESS)) return
    if (closing) setImmediate(() => reply.raw.end())
    endless.add(reply.raw)
    reply.raw.once('close', () => endless.delete(reply.raw))
  })
  app.addHook('onResponse', async () => {
    // An answer that had begun before the close leaves a connection that is kept alive, and the server would wait for it.
    if (closing) setImmediate(() => app.server.closeIdleConnections())
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const response of endless) response.end()
    limit = setTimeout(() => app.server.closeAllConnections(), withinMs)
  })
  app.addHook('onClose', async () => clearTimeout(limit))
}
