import type { SealedColumn } from '../../platform/crypto/sealed-column.ts'
import { ageKeyColumn } from './age-of-archive.ts'
import { madeKeyColumn } from './made-content.ts'
import { digestColumn } from './sealed-digest.ts'

/** What is sealed of archives beside their blobs. */
export const archiveColumns: readonly SealedColumn[] = [ageKeyColumn, digestColumn, madeKeyColumn]
