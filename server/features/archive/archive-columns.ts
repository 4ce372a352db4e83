import type { EncryptedColumn } from '../../platform/encryption/encrypted-column.ts'
import { ageKeyColumn } from './age-of-archive.ts'
import { digestColumn } from './encrypted-digest.ts'
import { madeKeyColumn } from './made-content.ts'

export const archiveColumns: readonly EncryptedColumn[] = [
  ageKeyColumn,
  digestColumn,
  madeKeyColumn,
]
