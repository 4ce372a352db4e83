import type { Database } from '../../platform/db/connect.ts'

export class Stop extends Error {}

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
