import { BASE_PATH } from '../../../.build/contract/core/base-path.js'
import { OPERATIONS } from '../../../.build/contract/registry.js'

const pathOf = ({ path }) => new RegExp(`^${BASE_PATH}${path.replaceAll(/[{:][^/]+/g, '[^/]+')}$`)

/** @throws Error if the contract does not allow the response */
export function checkInvented(method, path, payload) {
  const operation = OPERATIONS.find((one) => one.method === method && pathOf(one).test(path))
  if (operation?.answer.kind !== 'json') throw new Error(`${method} ${path} answers no JSON`)
  const { error } = operation.answer.payload.safeParse(payload)
  if (error) throw new Error(`${method} ${path}: ${error.message}`)
}

export function answerWith(route, payload, beside = {}) {
  const request = route.request()
  checkInvented(request.method(), new URL(request.url()).pathname, payload)
  return route.fulfill({ json: { status: 'OK', payload, ...beside } })
}
