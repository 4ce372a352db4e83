import { PHASES } from '../../contract/core/phase.ts'
import { findNewestBackup } from '../backup/backups.store.ts'
import { countRooms } from '../features/rooms/index.ts'
import { countSessions } from '../features/session/index.ts'
import type { Tx } from '../platform/db/database.ts'
import { countServers } from '../platform/db/installation.store.ts'
import { limitedTransaction } from '../platform/db/limited-transaction.ts'
import { PROCESS_GONE_MS } from '../platform/db/process-row.ts'
import { countJobs, countJobWorkers, type TaskJobs } from '../platform/jobs/count-jobs.ts'
import { countMails } from '../platform/mail/outbox.read.ts'
import {
  type MetricSource,
  metricSource,
  one,
  type Sample,
} from '../platform/metrics/metric-source.ts'
import type { Resources } from '../resources.ts'

/** A slow database's queries are left out. */
const STATEMENT_LIMIT_MS = 1_000
const STATES = ['waiting', 'scheduled', 'running', 'retrying', 'failed'] as const
const OTHER = 'other'

/** Every process reports the whole installation. */
export const databaseMetrics = (
  { database, clock }: Pick<Resources, 'database' | 'clock'>,
  tasks: readonly string[],
): MetricSource =>
  metricSource({
    name: 'database',
    metrics: {
      sealroom_jobs: { help: 'Jobs in the queue.', labels: ['task', 'state'] },
      sealroom_job_oldest_due_seconds: {
        help: 'Time since the oldest job that has not begun is due.',
        labels: ['task'],
      },
      sealroom_job_workers: { help: 'Workers of all processes that take jobs.' },
      sealroom_processes: {
        help: 'Processes of the installation that gave a sign within a minute.',
      },
      sealroom_mails: {
        help: 'Mails that wait, and mails that were given up and not dismissed.',
        labels: ['state'],
      },
      sealroom_mail_oldest_queued_seconds: { help: 'Age of the oldest mail that waits.' },
      sealroom_sessions_open: { help: 'Sessions that are open.' },
      sealroom_rooms: { help: 'Rooms by phase.', labels: ['phase'] },
      sealroom_backup_timestamp_seconds: {
        help: 'Time of which the newest backup is that was not removed.',
      },
    },
    read: () =>
      limitedTransaction(database, STATEMENT_LIMIT_MS, async (tx) => ({
        ...jobSamples(await countJobs(tx), tasks),
        sealroom_job_workers: one(await countJobWorkers(tx)),
        sealroom_processes: one(await countServers(tx, PROCESS_GONE_MS)),
        ...(await mailSamples(tx)),
        sealroom_sessions_open: one(await countSessions(tx, clock.now())),
        sealroom_rooms: await roomSamples(tx),
        ...(await backupSamples(tx)),
      })),
  })

function jobSamples(counted: readonly TaskJobs[], tasks: readonly string[]) {
  const jobs: Sample[] = []
  const oldest: Sample[] = []
  for (const task of [...tasks, OTHER]) {
    const found = counted.filter((each) =>
      task === OTHER ? !tasks.includes(each.task) : each.task === task,
    )
    for (const state of STATES)
      jobs.push({
        labels: { task, state },
        value: found.reduce((sum, each) => sum + each[state], 0),
      })
    oldest.push({
      labels: { task },
      value: Math.max(0, ...found.map(({ oldestSeconds }) => oldestSeconds)),
    })
  }
  return { sealroom_jobs: jobs, sealroom_job_oldest_due_seconds: oldest }
}

async function mailSamples(tx: Tx) {
  const { queued, failed, oldestQueuedSeconds } = await countMails(tx)
  return {
    sealroom_mails: [
      { labels: { state: 'queued' }, value: queued },
      { labels: { state: 'failed' }, value: failed },
    ],
    sealroom_mail_oldest_queued_seconds: one(oldestQueuedSeconds),
  }
}

async function backupSamples(tx: Tx) {
  const newest = await findNewestBackup(tx)
  return newest ? { sealroom_backup_timestamp_seconds: one(newest.getTime() / 1_000) } : {}
}

async function roomSamples(tx: Tx): Promise<Sample[]> {
  const rooms = await countRooms(tx)
  return PHASES.map((phase) => ({
    labels: { phase },
    value: rooms.find((each) => each.phase === phase)?.count ?? 0,
  }))
}
