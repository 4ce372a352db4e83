import type { Database } from '../platform/db/connect.ts'

/** What a kill between two transactions is to the process that runs. */
export class Stop extends Error {}

/** The database of a process that is killed when it begins its transaction with this number, from 0. */
export function failingAfter(database: Database, transactions: number): Database {
  let begun = 0
  return {
    ...database,
    transaction(work) {
      begun += 1
      return begun > transactions ? Promise.reject(new Stop()) : database.transaction(work)
    },
  }
}
