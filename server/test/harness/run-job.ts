import type { TestApp } from './test-app.ts'

export async function runJob(app: TestApp, name: string): Promise<void> {
  const handler = (await app.handlersOf({})).find((each) => each.name === name)
  if (!handler) throw new Error(`no job ${name}`)
  await handler.run({}, { signal: new AbortController().signal, attempt: 1, lastAttempt: true })
}
