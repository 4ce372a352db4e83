import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ITEM_TYPE } from '../../../../contract/core/limits.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import type { ItemRecord, WireClient } from '../../../test/harness/wire-client.ts'

const PDF = makePdf(1)
const RUNS = 4

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const number = (operator: WireClient, numbering: string) =>
  operator.call('POST', '/room/api/room/update/index', {
    body: { id: operator.me.roomId, numbering },
  })

const inOrder = async (client: WireClient, parent: number): Promise<ItemRecord[]> =>
  (await client.list(parent, { sort: 'index' })).json.payload as ItemRecord[]

async function listed(
  client: WireClient,
  parent: number,
  depth = 0,
): Promise<{ names: string[]; numbers: number[][] }> {
  const items = await inOrder(client, parent)
  const names: string[] = []
  const numbers = [items.map(({ index }) => Number(index?.split('.').at(-1)))]
  for (const { id, name, type } of items) {
    names.push(`${depth} ${name}`)
    if (type !== ITEM_TYPE.folder) continue
    const below = await listed(client, id, depth + 1)
    names.push(...below.names)
    numbers.push(...below.numbers)
  }
  return { names, numbers }
}

async function shuffle(
  operator: WireClient,
  parent: number,
  random: (below: number) => number,
): Promise<void> {
  const items = await inOrder(operator, parent)
  for (const { id } of items) {
    const body = { roomId: operator.me.roomId, parent, ids: [id], place: 1 + random(items.length) }
    expect((await operator.call('POST', '/room/api/file/order', { body })).http).toBe(200)
  }
}

describe('a copy of a folder', () => {
  it.each(['live', 'fixed'])(
    'keeps the order of its items under %s numbers, which are given in that order',
    async (numbering) => {
      const { operator } = await app.room()
      await number(operator, numbering)
      const random = randomOf(20_261_129)
      const [source, target] = [await operator.newFolder('원본'), await operator.newFolder('대상')]
      const inner = await operator.newFolder('안', source)
      await operator.upload(
        ['다.pdf', '가.pdf', '라.pdf', '나.pdf'].map((name) => [name, PDF]),
        source,
      )
      await operator.newFolder('빈 폴더', source)
      await operator.upload(
        ['3.pdf', '1.pdf', '2.pdf'].map((name) => [name, PDF]),
        inner,
      )
      await operator.deleteItem((await inOrder(operator, source))[1]?.id ?? 0)
      for (let run = 0; run < RUNS; run += 1) {
        for (const folder of [source, inner]) await shuffle(operator, folder, random)
        const before = await listed(operator, source)
        const { json } = await operator.copyItem(source, '원본', target)
        const copy = await listed(operator, (json.payload as { id: number }).id)
        expect(copy.names, `run ${run}`).toEqual(before.names)
        for (const numbers of copy.numbers)
          expect(numbers, `run ${run}`).toEqual(numbers.map((_, place) => place + 1))
        expect(await listed(operator, source)).toEqual(before)
      }
      const { json } = await operator.copyItem(inner, '안', source)
      const siblings = await inOrder(operator, source)
      expect(siblings.at(-1)?.id).toBe((json.payload as { id: number }).id)
      expect(Number(siblings.at(-1)?.index?.split('.').at(-1))).toBe(
        numbering === 'fixed' ? 7 : siblings.length,
      )
    },
  )
})
