import { API_KEY_SCOPES, type ApiKeyScope } from '../../../contract/core/api-key-scopes.ts'
import type { TestApp } from '../harness/test-app.ts'
import { type WireAnswer, WireClient } from '../harness/wire-client.ts'

export const KEY_NAME = '딜 포털'

export class ProgramClient extends WireClient {
  readonly key: string

  constructor(base: string, key: string) {
    super(base)
    this.key = key
  }

  override fetch(
    method: string,
    path: string,
    options: Parameters<WireClient['fetch']>[2] = {},
  ): Promise<Response> {
    return super.fetch(method, path, {
      ...options,
      headers: { authorization: `Bearer ${this.key}`, ...options.headers },
    })
  }

  get(path: string, query: Readonly<Record<string, string | number>> = {}): Promise<WireAnswer> {
    return this.call('GET', `/platform${path}`, { query })
  }

  post(path: string, body?: unknown, name?: string): Promise<WireAnswer> {
    return this.call('POST', `/platform${path}`, {
      body,
      headers: name === undefined ? {} : { 'idempotency-key': name },
    })
  }
}

const YEAR_MS = 365 * 86_400_000

export async function programClient(
  app: Pick<TestApp, 'program' | 'clock' | 'base'>,
  scopes: readonly ApiKeyScope[] = API_KEY_SCOPES,
  { base = app.base, name = KEY_NAME }: { readonly base?: string; readonly name?: string } = {},
): Promise<ProgramClient & { readonly keyId: number }> {
  const endsAt = new Date(app.clock.now().getTime() + YEAR_MS)
  const { id, key } = await app.program.apiKeys.create({ name, scopes, endsAt })
  return Object.assign(new ProgramClient(base, key), { keyId: id })
}
