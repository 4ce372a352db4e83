import { type EncryptionContext, fieldContext } from './context.ts'

export type EncryptedRow = Readonly<Record<string, unknown>>

/** The key is that of the room in `room_id`. */
export interface EncryptedColumn {
  readonly table: string
  readonly column: string
  /** Primary key. */
  readonly key: readonly string[]
  /** Further SQL expressions by name. */
  readonly more?: Readonly<Record<string, string>>
  readonly place: (vault: string, row: EncryptedRow) => EncryptionContext
  /** Columns derived with the room's index key. Rebuild them after a rotation. */
  readonly alongside?: (plaintext: Buffer, indexKey: Buffer) => Promise<EncryptedRow>
}

export function encryptedField(
  table: string,
  column: string,
  purposeOf: (...key: never[]) => string,
  key: readonly string[] = ['id'],
): EncryptedColumn {
  return { table, column, key, place: (vault, row) => fieldContext(vault, purposeOf(...(key.map((name) => row[name]) as never[]))) }
}
