import { expect } from 'vitest'
import { makePdf } from '../../fixtures/make-pdf.ts'
import type { ItemRecord, WireClient } from '../../harness/wire-client.ts'

export const PDF = makePdf(1)

export const names = (items: readonly ItemRecord[]): string[] => items.map(({ name }) => name)

export async function paged(
  client: WireClient,
  query: Readonly<Record<string, unknown>>,
  limit: number,
): Promise<ItemRecord[]> {
  const all: ItemRecord[] = []
  let cursor: string | undefined
  do {
    const { http, json } = await client.list(0, {
      ...query,
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    })
    expect(http).toBe(200)
    const page = json.payload as ItemRecord[]
    expect(page.length).toBeLessThanOrEqual(limit)
    if (json.nextCursor !== undefined) expect(page.length).toBe(limit)
    all.push(...page)
    cursor = json.nextCursor
  } while (cursor !== undefined)
  return all
}
