import { setTimeout as wait } from 'node:timers/promises'
import { ping } from '../platform/db/time-limits.ts'
import { type MetricSource, metricSource } from '../platform/metrics/metric-source.ts'
import type { Resources } from '../resources.ts'

/** The limit is below a source's, so silence hides no other. */
const ANSWER_WITHIN_MS = 3_000

type Checked = Pick<Resources, 'database' | 'tiers' | 'scanner'>

/** @returns whether each answers in time */
export function dependencyProbe({ database, tiers, scanner }: Checked) {
  const checks: readonly (readonly [name: string, check: () => Promise<unknown>])[] = [
    ['database', () => ping(database.pool)],
    ...(tiers ? [['object_storage', () => tiers.remote.ping()] as const] : []),
    ...(scanner ? [['virus_scanner', () => scanner.ping()] as const] : []),
  ]
  /** Concurrent scrapes share one request to a silent dependency. */
  const asked = new Map<string, Promise<boolean>>()
  const ask = (name: string, check: () => Promise<unknown>): Promise<boolean> => {
    const running =
      asked.get(name) ??
      check()
        .then(() => true)
        .catch(() => false)
        .finally(() => asked.delete(name))
    asked.set(name, running)
    return Promise.race([running, wait(ANSWER_WITHIN_MS, false, { ref: false })])
  }
  return () =>
    Promise.all(checks.map(async ([name, check]) => ({ name, isUp: await ask(name, check) })))
}

export function dependencyMetrics(checked: Checked): MetricSource {
  const probe = dependencyProbe(checked)
  return metricSource({
    name: 'dependencies',
    metrics: {
      sealroom_dependency_up: {
        help: '1 if a dependency answers, else 0.',
        labels: ['dependency'],
      },
    },
    async read() {
      const found = await probe()
      return {
        sealroom_dependency_up: found.map(({ name, isUp }) => ({
          labels: { dependency: name },
          value: isUp ? 1 : 0,
        })),
      }
    },
  })
}
