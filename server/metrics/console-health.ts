import fs from 'node:fs/promises'
import { findNewestBackup } from '../backup/backups.store.ts'
import type { ConsoleParts } from '../features/console/index.ts'
import { countRooms } from '../features/rooms/index.ts'
import { countSessions } from '../features/session/index.ts'
import { release } from '../platform/config/release.ts'
import { countServers } from '../platform/db/installation.store.ts'
import { limitedTransaction } from '../platform/db/limited-transaction.ts'
import { PROCESS_GONE_MS } from '../platform/db/process-row.ts'
import { countJobs, countJobWorkers } from '../platform/jobs/count-jobs.ts'
import { countMails } from '../platform/mail/outbox.read.ts'
import type { Resources } from '../resources.ts'
import { dependencyProbe } from './dependency-metrics.ts'

const STATEMENT_LIMIT_MS = 3_000

type ConsoleHealthParts = Pick<
  Resources,
  'database' | 'tiers' | 'scanner' | 'clock' | 'dataDir' | 'certificateEndsAt'
>

export function healthOf(resources: ConsoleHealthParts): ConsoleParts['readHealth'] {
  const { database, clock, dataDir, certificateEndsAt: endsAt } = resources
  const probe = dependencyProbe(resources)
  return async () => {
    const dependencies = await probe()
    const counted = await limitedTransaction(database, STATEMENT_LIMIT_MS, async (tx) => {
      const { queued, failed, oldestQueuedSeconds } = await countMails(tx)
      return {
        jobs: (await countJobs(tx)).map(
          ({ task: name, waiting, scheduled, running, retrying, failed: given }) => ({
            ...{ name, waiting: waiting + scheduled, running, retrying, failed: given },
          }),
        ),
        workers: await countJobWorkers(tx),
        servers: await countServers(tx, PROCESS_GONE_MS),
        mails: { waiting: queued, failed, oldestSeconds: Math.round(oldestQueuedSeconds) },
        sessions: await countSessions(tx, clock.now()),
        rooms: await countRooms(tx),
        backupAt: (await findNewestBackup(tx))?.toISOString() ?? null,
      }
    })
    return {
      ...{ release: release(), dependencies, ...counted },
      disk: dataDir === undefined ? null : await diskOf(dataDir),
      certificates: endsAt ? [{ name: 'SIGN_P12', endsAt: endsAt.toISOString() }] : [],
    }
  }
}

async function diskOf(dataDir: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await fs.statfs(dataDir)
  return { free: bavail * bsize, size: blocks * bsize }
}
