import path from 'node:path'
import { assemble } from './assemble.ts'
import { makeFirstRoom } from './first-room.ts'
import { PROJECT_ROOT } from './platform/config/project-root.ts'
import { readServerNote, removeServerNote, writeServerNote } from './platform/config/server-note.ts'
import { type Settings, SettingsError, settingsOfProcess } from './platform/config/settings.ts'
import { DataFolderInUseError } from './platform/db/embedded/data-folder-lock.ts'
import { mountWeb } from './platform/http/web.ts'
import { startJobs } from './platform/jobs/runner.ts'
import { createLog, type Log } from './platform/log/log.ts'
import { mountDevMailbox } from './platform/mail/dev-mailbox.ts'
import { Opened, openResources } from './resources.ts'

const JOB_CONCURRENCY = 4

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Settings, resources, roles; then it serves until it is told to stop. */
async function serve(settings: Settings, log: Log, opened: Opened): Promise<void> {
  const resources = await openResources(settings, log, opened, false)
  const program = await assemble(resources)
  opened.add(() => program.close())
  if (resources.source.exclusive) await program.sweep()
  const firstRoom = await makeFirstRoom(program, settings, process.stdout.isTTY === true)

  if (settings.ROLES.includes('worker')) {
    const runner = await startJobs({ pool: resources.database.pool, ...program.jobs, log, concurrency: JOB_CONCURRENCY })
    opened.add(() => runner.stop())
  }
  let address = ''
  if (settings.ROLES.includes('web')) {
    await mountWeb(program.app, path.join(PROJECT_ROOT, '.build', 'web'))
    if (settings.SEALROOM_DEV) mountDevMailbox(program.app, path.join(settings.DATA_DIR, 'outbox'))
    address = await program.app.listen({ host: settings.HOST, port: settings.PORT })
  }
  const { options } = resources.source
  writeServerNote(settings.DATA_DIR, 'host' in options ? { address, database: options } : { address })
  opened.add(async () => removeServerNote(settings.DATA_DIR))

  for (const line of firstRoom) say(line)
  if (settings.SMTP_URL === undefined) say(`mail: no SMTP_URL is set, mails are files in ${path.join(settings.DATA_DIR, 'outbox')}`)
  say(`ready ${address || 'worker'}`)
  await Promise.race([stopSignal(), resources.source.ended.then(() => Promise.reject(new Error('the embedded database has ended')))])
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}

/** What the person at the machine can do about, in one sentence; anything else with its stack in the log. */
function explain(error: unknown, log: Log, settings: Settings | undefined): string {
  if (error instanceof SettingsError) return error.message
  if (error instanceof DataFolderInUseError && settings) {
    const running = readServerNote(settings.DATA_DIR)
    return `A server already runs on ${settings.DATA_DIR}${running ? `: ${running.address}` : ''}`
  }
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return 'The port is in use. Set PORT to another one.'
  log.error({ err: error }, 'the server cannot go on')
  return error instanceof Error ? error.message : String(error)
}

async function main(): Promise<number> {
  let settings: Settings | undefined
  let log = createLog({ level: 'info', destination: process.stderr })
  const opened = new Opened()
  try {
    settings = settingsOfProcess()
    log = createLog({ level: settings.LOG_LEVEL, destination: process.stderr })
    await serve(settings, log, opened)
    await opened.close()
    return 0
  } catch (error) {
    process.stderr.write(`${explain(error, log, settings)}\n`)
    await opened.close().catch(() => undefined)
    return 1
  }
}

process.exitCode = await main()
