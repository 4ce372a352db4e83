import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'

/** Counts a stream while it is open, since its duration is that of a visit. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onSend', async ({ routeOptions }, reply) => {
    if (routeOptions.config.isStream && reply.statusCode === 200 && !reply.raw.closed) reply.raw.once('close', metrics.streamOpened())
  })
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config.isStream && reply.statusCode === 200) return
    metrics.requestEnded({ operation: operationOf(request), status: reply.statusCode, seconds: reply.elapsedTime / 1_000 })
  })
}

/** Returns one of a fixed set of names, whatever paths a client invents. */
function operationOf({ is404, routeOptions: { config, url = '' } }: FastifyRequest): string {
  if (is404) return 'unknown'
  return config.operation ?? (url.startsWith('/health/') ? 'health' : 'web')
}
