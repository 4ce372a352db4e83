import { commands } from 'vitest/browser'
import type { ItemRecord, WireClient } from '../../server/test/harness/wire-client.ts'
import { enterByWire, invite, makePdf } from './app.tsx'

const DOCUMENTS: Readonly<Record<string, number>> = {
  '안내문.pdf': 1,
  '01 계약/계약서 초안.pdf': 3,
  '01 계약/부속합의서.pdf': 30,
  '01 계약/확인서.pdf': 2,
  '01 계약/01-01 이전 안/계약서 1차 안.pdf': 2,
  '02 재무/2025/재무제표.pdf': 4,
}

/** Tests must not change this room. The reader has no rights. */
export interface ComponentTestRoom {
  readonly ids: Readonly<Record<string, number>>
  readonly reader: WireClient
}

let furnished: Promise<ComponentTestRoom> | undefined

export function furnishedRoom(): Promise<ComponentTestRoom> {
  furnished ??= furnish()
  return furnished
}

async function furnish(): Promise<ComponentTestRoom> {
  const { pin, code } = await commands.makeRoom('참여 시험 룸')
  const operator = await enterByWire(pin, code)
  const files = Object.entries(DOCUMENTS).map(
    async ([path, pages]) => [path, await makePdf(pages, 'DOCUMENT')] as const,
  )
  await operator.upload(await Promise.all(files))
  await operator.makeFolder('03 빈 폴더')
  const { client } = await invite(operator)
  return {
    ids: Object.fromEntries((await itemsBelow(operator)).map(({ path, id }) => [path, id])),
    reader: client,
  }
}

export async function itemsBelow(client: WireClient, parent = 0): Promise<ItemRecord[]> {
  const items = await client.items(parent)
  const inside = await Promise.all(
    items.filter(({ type }) => type === 5).map(({ id }) => itemsBelow(client, id)),
  )
  return [...items, ...inside.flat()]
}
