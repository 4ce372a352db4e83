import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'

type Cost =
  | 'initdb'
  | 'cluster'
  | 'database'
  | 'app start'
  | 'app close'
  | 'room'
  | 'login'
  | 'server process start'
  | 'command'

const FILE = path.join(PROJECT_ROOT, '.build', 'test-costs.jsonl')

/** `TEST_COSTS=1` appends milliseconds to `.build/test-costs.jsonl`. */
export async function measured<T>(kind: Cost, work: () => Promise<T>): Promise<T> {
  if (!process.env['TEST_COSTS']) return work()
  const began = performance.now()
  try {
    return await work()
  } finally {
    mkdirSync(path.dirname(FILE), { recursive: true })
    appendFileSync(FILE, `${JSON.stringify({ kind, ms: Math.round(performance.now() - began) })}\n`)
  }
}
