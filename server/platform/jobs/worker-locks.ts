import type { Pool, PoolClient } from 'pg'
import type { Log } from '../log/log.ts'

/** First half of the advisory lock key; the second is a hash of the worker's id. */
const LOCK_CLASS = 7_430_211

const CHECK_EVERY_MS = 10_000

const TAKE_LOCK = 'select pg_try_advisory_lock($1, hashtext($2))'

/**
 * Finds jobs whose worker died. graphile-worker itself gives a lock back after four hours only; here every living
 * worker holds an advisory lock on one session, which PostgreSQL drops with the process, and any node may unlock the
 * jobs of a worker whose lock is free. If the session is lost while the process lives, a running job may be started a
 * second time elsewhere: handlers bear that (see `handle`).
 */
export class WorkerLocks {
  readonly #pool: Pool
  readonly #log: Log
  readonly #workers = new Set<string>()
  #session: PoolClient | undefined
  #timer: NodeJS.Timeout | undefined
  /** The session takes one query at a time. */
  #queue: Promise<unknown> = Promise.resolve()

  constructor(pool: Pool, log: Log) {
    this.#pool = pool
    this.#log = log
  }

  /** Unlocks what earlier crashes left behind, and looks again every 10 seconds. */
  async start(): Promise<void> {
    await this.#check()
    this.#timer = setInterval(() => void this.#inTurn(() => this.#check()), CHECK_EVERY_MS)
  }

  /** Marks a worker as alive, before it takes its first job. */
  hold(workerId: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#workers.add(workerId)
      await this.#session?.query(TAKE_LOCK, [LOCK_CLASS, workerId])
    })
  }

  /** Marks a worker as gone: what it still holds may be taken by others. */
  release(workerId: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#workers.delete(workerId)
      await this.#session?.query('select pg_advisory_unlock($1, hashtext($2))', [LOCK_CLASS, workerId])
    })
  }

  /** Ends the session, and with it all locks. */
  stop(): Promise<void> {
    clearInterval(this.#timer)
    return this.#inTurn(async () => this.#closeSession())
  }

  /** Workers start and end whatever becomes of the session: the next check opens another and takes the locks again. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#queue.then(work).catch((error: unknown) => this.#log.warn({ error }, 'locks of job workers could not be kept'))
    this.#queue = turn
    return turn
  }

  async #check(): Promise<void> {
    // A dead session must be noticed first: without its locks our own workers would count as dead.
    await this.#session?.query('select 1')
    this.#session ??= await this.#openSession()
    // The pool never lends the session out, so the locks of our own workers are taken for this query.
    await this.#pool.query(
      `select graphile_worker.force_unlock_workers(array(
         select holder.id
         from (select distinct locked_by as id from graphile_worker.jobs where locked_by is not null) as holder
         where pg_try_advisory_xact_lock($1, hashtext(holder.id))))`,
      [LOCK_CLASS],
    )
  }

  async #openSession(): Promise<PoolClient> {
    const session = await this.#pool.connect()
    session.on('error', (error) => {
      this.#log.warn({ error }, 'the session of the worker locks broke')
      if (this.#session === session) this.#closeSession()
    })
    try {
      for (const workerId of this.#workers) await session.query(TAKE_LOCK, [LOCK_CLASS, workerId])
    } catch (error) {
      session.release(true)
      throw error
    }
    return session
  }

  #closeSession(): void {
    this.#session?.release(true)
    this.#session = undefined
  }
}
