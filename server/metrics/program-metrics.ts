import fs from 'node:fs/promises'
import { release } from '../platform/config/release.ts'
import {
  type MetricSource,
  metricSource,
  one,
  type Sample,
} from '../platform/metrics/metric-source.ts'
import type { Resources } from '../resources.ts'
import type { PoolLoad } from '../workers/pool-load.ts'
import { databaseMetrics } from './database-metrics.ts'
import { dependencyMetrics } from './dependency-metrics.ts'

type ProgramMetricsParts = Pick<
  Resources,
  'database' | 'pool' | 'watermarks' | 'seals' | 'tiers' | 'scanner' | 'clock'
>

interface Measured {
  readonly resources: ProgramMetricsParts
  readonly dataDir: string
  readonly certificateEndsAt: Date | undefined
  readonly tasks: readonly string[]
}

export const programMetrics = ({
  resources,
  dataDir,
  certificateEndsAt,
  tasks,
}: Measured): MetricSource[] => [
  buildMetrics(),
  poolMetrics(resources),
  connectionMetrics(resources),
  diskMetrics(dataDir),
  certificateMetrics(certificateEndsAt),
  cacheMetrics(resources),
  dependencyMetrics(resources),
  databaseMetrics(resources, tasks),
]

const buildMetrics = (): MetricSource => {
  const labels = { version: release(), node: process.versions.node }
  return metricSource({
    name: 'build',
    metrics: {
      sealroom_build_info: {
        help: 'Always 1, with the versions of the program and of Node.js.',
        labels: ['version', 'node'],
      },
    },
    read: () => ({ sealroom_build_info: [{ labels, value: 1 }] }),
  })
}

function poolMetrics({ pool, watermarks, seals }: ProgramMetricsParts): MetricSource {
  const loads = (): readonly (readonly [name: string, load: PoolLoad])[] => [
    ['render', pool.load()],
    ['watermark', watermarks.load()],
    ['seal', seals.load()],
  ]
  const labels = ['pool']
  return metricSource({
    name: 'pools',
    metrics: {
      sealroom_pool_workers: { help: 'Threads or processes that may work at once.', labels },
      sealroom_pool_workers_busy: { help: 'Threads or processes at work.', labels },
      sealroom_pool_jobs_waiting: {
        help: 'Pages or documents that wait for a thread or process.',
        labels,
      },
      sealroom_pool_jobs_total: {
        help: 'Pages or documents that were worked on.',
        labels: ['pool', 'outcome'],
      },
      sealroom_pool_workers_replaced_total: {
        help: 'Threads or processes that ended and had a successor.',
        labels,
      },
    },
    read: () => {
      const all = loads()
      const each = (value: (load: PoolLoad) => number): Sample[] =>
        all.map(([name, load]) => ({ labels: { pool: name }, value: value(load) }))
      return {
        sealroom_pool_workers: each(({ size }) => size),
        sealroom_pool_workers_busy: each(({ busy }) => busy),
        sealroom_pool_jobs_waiting: each(({ waiting }) => waiting),
        sealroom_pool_jobs_total: all.flatMap(([name, { done, failed }]) => [
          { labels: { pool: name, outcome: 'done' }, value: done },
          { labels: { pool: name, outcome: 'failed' }, value: failed },
        ]),
        sealroom_pool_workers_replaced_total: each(({ replaced }) => replaced),
      }
    },
  })
}

const connectionMetrics = ({ database: { pool } }: ProgramMetricsParts): MetricSource =>
  metricSource({
    name: 'connections',
    metrics: {
      sealroom_database_connections_limit: {
        help: 'Connections to the database that this process may open for its queries.',
      },
      sealroom_database_connections: {
        help: 'Connections to the database that are open.',
        labels: ['state'],
      },
      sealroom_database_requests_waiting: {
        help: 'Requests that wait for a connection to the database.',
      },
    },
    read: () => ({
      sealroom_database_connections_limit: one(pool.options.max),
      sealroom_database_connections: [
        { labels: { state: 'idle' }, value: pool.idleCount },
        { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      ],
      sealroom_database_requests_waiting: one(pool.waitingCount),
    }),
  })

const diskMetrics = (dataDir: string): MetricSource =>
  metricSource({
    name: 'disk',
    metrics: {
      sealroom_data_dir_free_bytes: {
        help: 'Bytes that this account may still write to the file system of DATA_DIR.',
      },
      sealroom_data_dir_size_bytes: { help: 'Bytes of the file system of DATA_DIR.' },
    },
    async read() {
      const { bavail, blocks, bsize } = await fs.statfs(dataDir)
      return {
        sealroom_data_dir_free_bytes: one(bavail * bsize),
        sealroom_data_dir_size_bytes: one(blocks * bsize),
      }
    },
  })

const certificateMetrics = (endsAt: Date | undefined): MetricSource =>
  metricSource({
    name: 'certificate',
    metrics: {
      sealroom_seal_certificate_expiry_timestamp_seconds: {
        help: 'When the certificate of SIGN_P12 ends, in Unix time.',
      },
    },
    read: () =>
      endsAt
        ? { sealroom_seal_certificate_expiry_timestamp_seconds: one(endsAt.getTime() / 1_000) }
        : {},
  })

const cacheMetrics = ({ tiers }: ProgramMetricsParts): MetricSource =>
  metricSource({
    name: 'cache',
    metrics: {
      sealroom_cache_bytes: { help: 'Bytes of encrypted copies in DATA_DIR/cache.' },
      sealroom_cache_hits_total: { help: 'Reads that found their document in the cache.' },
      sealroom_cache_misses_total: { help: 'Reads that did not find their document in the cache.' },
    },
    async read() {
      if (!tiers) return {}
      const { bytes, hits, misses } = await tiers.cache.use()
      return {
        sealroom_cache_bytes: one(bytes),
        sealroom_cache_hits_total: one(hits),
        sealroom_cache_misses_total: one(misses),
      }
    },
  })
