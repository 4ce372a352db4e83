import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'

/** A stream's duration is a visit's. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onSend', async ({ routeOptions }, reply) => {
    if (routeOptions.config.isStream && reply.statusCode === 200 && !reply.raw.closed)
      reply.raw.once('close', metrics.streamOpened())
  })
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config.isStream && reply.statusCode === 200) return
    metrics.requestEnded({
      operation: operationOf(request),
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    })
  })
}

/** Clients invent paths. */
function operationOf({ is404, routeOptions: { config, url = '' } }: FastifyRequest): string {
  if (is404) return 'unknown'
  return config.operation ?? (url.startsWith('/health/') ? 'health' : 'web')
}
