import type { FastifyInstance } from 'fastify'
import { BASE_PATH } from '../../../contract/core/base-path.ts'
import type { Operation } from '../../../contract/core/operation.ts'

type ExactCall = Pick<Operation, 'name' | 'method' | 'path'>

const routeOf = ({ method, path }: ExactCall): string => `${method} ${BASE_PATH}${path}`

/**
 * Matrix, gate and API description cover only listed calls. It must run before any mount.
 * @throws Error if an unlisted call is mounted, and at the start if a listed one is missing
 */
export function mountExactly(app: FastifyInstance, calls: readonly ExactCall[]): void {
  const missing = new Map(calls.map((call) => [call.name, routeOf(call)]))
  app.addHook('onRoute', ({ method, url, config }) => {
    const name = config?.operation
    if (name === undefined) return
    if (missing.get(name) !== `${String(method)} ${url}`)
      throw new Error(`${name} is mounted, but OPERATIONS of contract/registry.ts does not list it`)
    missing.delete(name)
  })
  app.addHook('onReady', async () => {
    if (missing.size > 0)
      throw new Error(
        `${[...missing.keys()].join(', ')}: listed in OPERATIONS, but mounted nowhere`,
      )
  })
}
