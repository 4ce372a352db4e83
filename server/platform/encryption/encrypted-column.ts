import { type EncryptionContext, fieldContext } from './context.ts'

export type EncryptedRow = Readonly<Record<string, unknown>>

/** The room in `room_id` determines the key. */
export interface EncryptedColumn {
  readonly table: string
  readonly column: string
  /** These are the columns of the primary key. */
  readonly key: readonly string[]
  readonly more?: Readonly<Record<string, string>>
  readonly place: (vault: string, row: EncryptedRow) => EncryptionContext
  /** Returns columns derived with the room's index key, which must be rebuilt after a rotation. */
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
