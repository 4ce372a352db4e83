import { signOnAtConsole } from '../../console/account-sign-on.ts'
import { ConsoleClient } from '../../console/console-client.ts'
import type { TestApp } from '../../harness/test-app.ts'

export const REFUSED = { http: 403, json: { code: 'CONSOLE_ACCOUNT' } }

export interface AdministratorWithAccount {
  readonly id: number
  readonly email: string
  readonly login: string
  readonly token: string
}

export const by = (app: TestApp, login: string, provider?: string) =>
  signOnAtConsole(new ConsoleClient(app.base), login, provider)

export async function logged(reader: ConsoleClient, limit = 5) {
  const answer = await reader.get('/log', { limit })
  return (answer.json.payload as { kind: string; email: string; about: string | null }[]).map(
    ({ kind, email, about }) => ({
      ...{ kind, email, about },
    }),
  )
}
