import type { FastifyInstance } from 'fastify'

export interface Health {
  leave(): void
}

/** `/health/ready` answers 200 if requests can be served. @param check throws otherwise */
export function mountHealth(app: FastifyInstance, check: () => Promise<void>): Health {
  let isLeaving = false
  app.get('/health/live', async () => ({ status: 'OK' }))
  app.get('/health/ready', async (_request, reply) => {
    const isReady = await check().then(
      () => !isLeaving,
      () => false,
    )
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'OK' : 'EXCEPTION' })
  })
  return {
    leave() {
      isLeaving = true
    },
  }
}
