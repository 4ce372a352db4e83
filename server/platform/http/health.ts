import type { FastifyInstance } from 'fastify'

/** `/health/ready` answers when everything a request needs is available. */
export function mountHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/health/live', async () => ({ status: 'OK' }))
  app.get('/health/ready', async (_request, reply) => {
    const ready = await isReady().catch(() => false)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'OK' : 'EXCEPTION' })
  })
}
