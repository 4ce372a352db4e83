import { fieldContext, type SealingContext } from './context.ts'

/** The values of a row that name it and its place. */
export type SealedRow = Readonly<Record<string, unknown>>

/** A column of the database that is sealed under the key of the room that `room_id` names. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** The columns of the primary key. */
  readonly key: readonly string[]
  /** What else the context needs of a row: SQL expressions by their names. */
  readonly more?: Readonly<Record<string, string>>
  /** Where the value belongs: the context in which it is sealed. */
  readonly place: (vault: string, row: SealedRow) => SealingContext
  /** Columns that are made of the plaintext with the room's index key, and have to be made anew with another one. */
  readonly alongside?: (plaintext: Buffer, indexKey: Buffer) => Promise<SealedRow>
}

/** A column sealed by a `Sealer`; `purposeOf` gives the purpose for the values of a row's key. */
export function sealedField(
  table: string,
  column: string,
  purposeOf: (...key: never[]) => string,
  key: readonly string[] = ['id'],
): SealedColumn {
  // Keys are numbers and texts, as the database gives them.
  return { table, column, key, place: (vault, row) => fieldContext(vault, purposeOf(...(key.map((name) => row[name]) as never[]))) }
}
