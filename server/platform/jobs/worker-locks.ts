import type { Pool, PoolClient } from 'pg'
import type { Log } from '../log/log.ts'

/** The key's second half hashes the worker's id. */
export const LOCK_CLASS = 7_430_211

const CHECK_EVERY_MS = 10_000

const TAKE_LOCK = 'select pg_try_advisory_lock($1, hashtext($2))'

/**
 * PostgreSQL drops these advisory locks with the process, which frees its jobs; graphile-worker needs four hours. A lost session alone
 * may start jobs twice (see `handle`).
 */
export class WorkerLocks {
  readonly #pool: Pool
  readonly #log: Log
  readonly #workers = new Set<string>()
  #session: PoolClient | undefined
  #timer: NodeJS.Timeout | undefined
  /** Sessions run one query at a time. */
  #queue: Promise<unknown> = Promise.resolve()

  constructor(pool: Pool, log: Log) {
    this.#pool = pool
    this.#log = log
  }

  async start(): Promise<void> {
    await this.#check()
    this.#timer = setInterval(() => void this.#inTurn(() => this.#check()), CHECK_EVERY_MS)
  }

  /** Must precede the worker's first job. */
  hold(workerId: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#workers.add(workerId)
      await this.#session?.query(TAKE_LOCK, [LOCK_CLASS, workerId])
    })
  }

  release(workerId: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#workers.delete(workerId)
      await this.#session?.query('select pg_advisory_unlock($1, hashtext($2))', [
        LOCK_CLASS,
        workerId,
      ])
    })
  }

  stop(): Promise<void> {
    clearInterval(this.#timer)
    return this.#inTurn(async () => this.#closeSession())
  }

  /** A lost session must not stop workers. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#queue
      .then(work)
      .catch((error: unknown) =>
        this.#log.warn({ error }, 'locks of job workers could not be kept'),
      )
    this.#queue = turn
    return turn
  }

  async #check(): Promise<void> {
    // Without locks our workers would count as dead.
    await this.#session?.query('select 1')
    this.#session ??= await this.#openSession()
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
