import { LIMITS } from '../../../contract/core/limits.ts'
import { Refusal } from './refusal.ts'
import { type JsonFault, scanJson } from './scan-json.ts'

const BOUNDS = { depth: LIMITS.jsonDepth, values: LIMITS.jsonValues }

const REFUSALS: Readonly<Record<JsonFault, () => Refusal>> = {
  depth: () => new Refusal('JSON_DEPTH', { variables: { limit: BOUNDS.depth } }),
  values: () => new Refusal('JSON_VALUES', { variables: { limit: BOUNDS.values } }),
  duplicate: () => new Refusal('JSON_DUPLICATE_KEY'),
  key: () => new Refusal('BAD_REQUEST'),
}

/** @throws Refusal JSON_DEPTH, JSON_VALUES, JSON_DUPLICATE_KEY, BAD_REQUEST. */
export function checkJson(bytes: Buffer): void {
  const fault = scanJson(bytes, BOUNDS)
  if (fault !== undefined) throw REFUSALS[fault]()
}

/** @throws Refusal like `checkJson`, and BAD_REQUEST for invalid JSON. */
export function parseJson(bytes: Buffer): unknown {
  checkJson(bytes)
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new Refusal('BAD_REQUEST')
  }
}
