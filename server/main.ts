import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { assemble, type Program } from './assemble.ts'
import { makeFirstRoom, type Output, READ_MAILS } from './first-room.ts'
import { closeInheritedFiles } from './inherited-files.ts'
import { PROJECT_ROOT } from './platform/config/project-root.ts'
import { hasServerNote, removeServerNote, writeServerNote } from './platform/config/server-note.ts'
import { type Settings, settingsOfProcess } from './platform/config/settings.ts'
import { mountWeb } from './platform/http/web.ts'
import { repeat } from './platform/jobs/repeat.ts'
import { startJobs } from './platform/jobs/runner.ts'
import { createLog, type Log } from './platform/log/log.ts'
import { announceMails } from './platform/mail/announce-mails.ts'
import { mountDevMailbox } from './platform/mail/dev-mailbox.ts'
import { previewNotices } from './preview-notices.ts'
import { ResourceStack } from './resource-stack.ts'
import { type OpenResources, openResources } from './resources.ts'
import { AddressError, explain } from './startup-errors.ts'
import { stopSignal } from './stop-signal.ts'

const JOB_CONCURRENCY = 4
const JOBS_WITHIN_MS = 5_000
const SEQUENCE_EVERY_MS = 1_000
const STOP_WITHIN_MS = 60_000

/** The documents stay readable. */
const STRANGE_KEY =
  'activity logs were signed with another key than this one and are not continued; put checkpoint.key of the key folder back from its backup and start again'

const METRICS_ADDRESS = { port: 'METRICS_PORT', host: 'METRICS_HOST' }

const output: Output = {
  isTerminal: process.stdout.isTTY === true,
  say: (line) => {
    process.stdout.write(`${line}\n`)
  },
}

interface Started {
  readonly lost: Promise<never>
  readonly program: Program
}

async function start(settings: Settings, log: Log, opened: ResourceStack): Promise<Started> {
  const { DATA_DIR, ROLES } = settings
  const outbox = path.join(DATA_DIR, 'outbox')
  const resources = await openResources(settings, log, opened, 'server')
  const { source, database, migrated } = resources
  if (migrated.length > 0) reportMigrated(migrated, log)
  const { transport } = resources
  // Logs must not contain people's addresses.
  const program = await assemble({
    ...resources,
    transport: output.isTerminal ? announceMails(transport, output.say) : transport,
  })
  const stopRoles = [() => program.close()]
  opened.add(() => together(stopRoles))
  // Only killed servers leave blobs without a row. Checking a million takes a while.
  if (source.exclusive && hasServerNote(DATA_DIR)) await program.sweep()

  const strange = await program.strangeLogs()
  if (strange > 0) {
    log.error({ rooms: strange }, STRANGE_KEY)
    output.say(`checkpoint.key: ${STRANGE_KEY}`)
  }
  if (resources.metrics) await openMetrics(settings, resources, program, opened)
  let address: string | undefined
  if (ROLES.includes('web')) {
    await mountWeb(program.app, path.join(PROJECT_ROOT, '.build', 'web'))
    if (settings.SEALROOM_DEV) mountDevMailbox(program.app, outbox)
    address = await listen(program.app, settings)
  }
  if ('host' in source.options) {
    writeServerNote(DATA_DIR, {
      pid: process.pid,
      address: address ?? 'worker',
      publicUrl: resources.publicUrl,
      database: source.options,
    })
    opened.add(async () => removeServerNote(DATA_DIR))
  }
  if (ROLES.includes('worker')) {
    const limits = { concurrency: JOB_CONCURRENCY, stopWithinMs: JOBS_WITHIN_MS }
    const runner = await startJobs({ pool: database.direct, ...program.jobs, ...limits, log })
    stopRoles.push(() => runner.stop())
    const sequencer = repeat(() => program.sequence(), SEQUENCE_EVERY_MS, log)
    stopRoles.push(() => sequencer.stop())
    await program.revivePreviews()
    await program.readUnread()
    await program.endings.resume()
  }

  if (resources.scanner && ROLES.includes('web'))
    void resources.scanner
      .ping()
      .catch((err: unknown) =>
        log.warn(
          { err },
          'the virus scanner of CLAMD_URL does not answer; no file is taken until it does',
        ),
      )

  if (settings.SMTP_URL === undefined) {
    const howToRead = output.isTerminal ? `; ${READ_MAILS}` : ''
    output.say(`mail: no SMTP_URL is set, mails are files in ${outbox}${howToRead}`)
  }
  if (ROLES.includes('worker'))
    for (const notice of await previewNotices(resources.converter)) output.say(notice)
  const first = await makeFirstRoom(program.openFirstRoom, settings, output)
  const ready = `ready ${address ?? 'worker'}`
  output.say(ready)
  await first?.notify()
  process.send?.(ready)
  return {
    program,
    lost: source.ended.then(() => Promise.reject(new Error('The embedded database has ended.'))),
  }
}

function reportMigrated(migrated: readonly string[], log: Log): void {
  const count = migrated.length
  if (output.isTerminal)
    output.say(
      `데이터베이스를 준비했습니다 · Prepared the database (${count} ${count === 1 ? 'step' : 'steps'})`,
    )
  else log.info({ count, newest: migrated.at(-1) }, 'migrations applied')
}

async function openMetrics(
  { DATA_DIR, METRICS_HOST: host, METRICS_PORT: port = 0 }: Settings,
  { metrics, certificateEndsAt, ...resources }: OpenResources,
  { jobs }: Program,
  opened: ResourceStack,
): Promise<void> {
  if (!metrics) return
  const [{ programMetrics }, { serveMetrics }] = await Promise.all([
    import('./metrics/program-metrics.ts'),
    import('./platform/metrics/serve-metrics.ts'),
  ])
  const tasks = jobs.handlers.map(({ name }) => name)
  metrics.add(...programMetrics({ resources, dataDir: DATA_DIR, certificateEndsAt, tasks }))
  try {
    const served = await serveMetrics(metrics, { host, port })
    opened.add(() => served.close())
    output.say(`metrics: ${served.address}`)
  } catch (error) {
    throw new AddressError(host, port, error, METRICS_ADDRESS)
  }
}

async function listen(app: FastifyInstance, { HOST: host, PORT: port }: Settings): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    throw new AddressError(host, port, error)
  }
}

/** Each may take its whole limit. */
async function together(stops: readonly (() => Promise<void>)[]): Promise<void> {
  const failed = (await Promise.allSettled(stops.map((stop) => stop()))).find(
    ({ status }) => status === 'rejected',
  )
  if (failed?.status === 'rejected') throw failed.reason
}

async function main(): Promise<number> {
  closeInheritedFiles()
  const stop = stopSignal()
  const opened = new ResourceStack()
  let settings: Settings | undefined
  let log = createLog({ level: 'info', destination: process.stderr })
  let code = 0
  // The log scrubs the error.
  process.on('uncaughtException', (error) => {
    log.error({ error }, 'the server ended over an error that nobody caught')
    process.exit(1)
  })
  try {
    settings = settingsOfProcess()
    log = createLog({ level: settings.LOG_LEVEL, destination: process.stderr })
    for (const caution of settings.cautions) log.warn(caution)
    const { lost, program } = await start(settings, log, opened)
    await Promise.race([stop, lost])
    if (settings.STOP_DELAY_SECONDS > 0) {
      program.leave()
      await Promise.race([wait(settings.STOP_DELAY_SECONDS * 1_000), lost])
    }
  } catch (error) {
    process.stderr.write(`${explain(error, log, settings)}\n`)
    code = 1
  }
  const overdue = setTimeout(() => process.exit(1), STOP_WITHIN_MS)
  await opened.close().catch((error: unknown) => {
    log.error({ error }, 'the server did not stop cleanly')
    code = 1
  })
  clearTimeout(overdue)
  return code
}

// `exitCode` would wait for open resources.
process.exit(await main())
