import { type EncryptionContext, fieldContext } from './context.ts'

export type EncryptedRow = Readonly<Record<string, unknown>>

export interface EncryptedColumn {
  readonly table: string
  readonly column: string
  readonly key: readonly string[]
  readonly more?: Readonly<Record<string, string>>
  readonly place: (vault: string, row: EncryptedRow) => EncryptionContext
  /** The room's index key derives these columns, which a rotation must rebuild. */
  readonly alongside?: (plaintext: Buffer, indexKey: Buffer) => Promise<EncryptedRow>
}

export function encryptedField(
  table: string,
  column: string,
  purposeOf: (...key: never[]) => string,
  key: readonly string[] = ['id'],
): EncryptedColumn {
  return {
    table,
    column,
    key,
    place: (vault, row) =>
      fieldContext(vault, purposeOf(...(key.map((name) => row[name]) as never[]))),
  }
}
