import { z } from 'zod'
import type { PageTime } from '../../../contract/features/activity/reading-words.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { EncryptionError } from '../../platform/encryption/cobblestone.ts'
import type { Encryptor } from '../../platform/encryption/encryptor.ts'

const summary = z.object({
  entries: z.int().positive(),
  pages: z.array(z.object({ page: z.int(), seconds: z.number() })),
})
export type ReadingSummary = z.infer<typeof summary>

const summaryPurposeOf = (entryId: number): string => `reading:${entryId}`

export const encryptSummary = (
  tx: Tx,
  retention: Encryptor,
  { id, roomId }: { id: number; roomId: number },
  value: ReadingSummary,
) => retention.encrypt(tx, roomId, summaryPurposeOf(id), Buffer.from(JSON.stringify(value)))

export async function openSummary(
  db: Queryable,
  retention: Encryptor,
  {
    id,
    roomId,
    sealed: encrypted,
  }: { readonly id: number; readonly roomId: number; readonly sealed: Buffer },
): Promise<ReadingSummary | undefined> {
  try {
    return summary.parse(
      JSON.parse((await retention.open(db, roomId, summaryPurposeOf(id), encrypted)).toString()),
    )
  } catch (error) {
    if (error instanceof EncryptionError) return undefined
    throw error
  }
}

export function extendSummary(
  before: ReadingSummary | undefined,
  pages: readonly PageTime[],
): ReadingSummary {
  const seconds = new Map<number, number>()
  for (const { page, seconds: more } of [...(before?.pages ?? []), ...pages])
    seconds.set(page, (seconds.get(page) ?? 0) + more)
  // Tenths have no exact binary form.
  const sums = [...seconds].map(([page, sum]) => ({ page, seconds: Math.round(sum * 10) / 10 }))
  return {
    entries: (before?.entries ?? 0) + 1,
    pages: sums.sort((one, other) => one.page - other.page),
  }
}
