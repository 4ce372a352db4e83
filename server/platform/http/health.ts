import type { FastifyInstance } from 'fastify'

/** `/health/live` answers as long as the process does; `/health/ready` when all that a request needs is there. */
export function mountHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/health/live', async () => ({ status: 'OK' }))
  app.get('/health/ready', async (_request, reply) => {
    const ready = await isReady().catch(() => false)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'OK' : 'EXCEPTION' })
  })
}
