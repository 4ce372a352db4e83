import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** These streams never end. */
const ENDLESS = 'application/x-ndjson'

/** Event streams and silent connections end at once, running requests within `withinMs`. */
export function drainOnClose(app: FastifyInstance, withinMs: number): void {
  const endless = new Set<ServerResponse>()
  const silent = new Set<Socket>()
  let closing = false
  let limit: NodeJS.Timeout | undefined

  app.server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }) => silent.delete(socket))
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
    if (!String(reply.getHeader('content-type')).startsWith(ENDLESS)) return
    if (closing) setImmediate(() => reply.raw.end())
    endless.add(reply.raw)
    reply.raw.once('close', () => endless.delete(reply.raw))
  })
  app.addHook('onResponse', async () => {
    // The server would wait for the keep-alive connection.
    if (closing) setImmediate(() => app.server.closeIdleConnections())
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const response of endless) response.end()
    for (const socket of silent) socket.destroy()
    limit = setTimeout(() => app.server.closeAllConnections(), withinMs)
  })
  app.addHook('onClose', async () => clearTimeout(limit))
}
