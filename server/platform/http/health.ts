import type { FastifyInstance } from 'fastify'

export interface Health {
  /** The server is no longer ready, while it goes on serving. */
  leave(): void
}

/** `/health/ready` answers when everything a request needs is available. */
export function mountHealth(app: FastifyInstance, isReady: () => Promise<boolean>): Health {
  let isLeaving = false
  app.get('/health/live', async () => ({ status: 'OK' }))
  app.get('/health/ready', async (_request, reply) => {
    const ready = !isLeaving && (await isReady().catch(() => false))
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'OK' : 'EXCEPTION' })
  })
  return {
    leave() {
      isLeaving = true
    },
  }
}
