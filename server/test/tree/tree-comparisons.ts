import { expect } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { TestApp, TestRoom } from '../harness/test-app.ts'
import type { ItemRecord, WireClient } from '../harness/wire-client.ts'
import { expectBytes, storedItems } from './tree-changes.ts'
import { findBroken } from './tree-invariants.ts'
import type { TreeModel } from './tree-model.ts'

const byId = <T extends { readonly id: number }>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => a.id - b.id)

const documentsOf = async (operator: WireClient): Promise<ItemRecord[]> =>
  (await operator.list(0, { keword: '.pdf', limit: LIMITS.listMax })).json.payload as ItemRecord[]

export async function compare(app: TestApp, room: TestRoom, model: TreeModel): Promise<void> {
  expect(await storedItems(app, room.roomId)).toEqual(byId(model.items))
  expect(await findBroken(app, room.roomId)).toEqual({})
}

export async function compareLists({ operator }: TestRoom, model: TreeModel): Promise<void> {
  const live = model.items.filter(({ entry }) => entry === undefined)
  const inside = (parent: number) => live.filter((item) => item.parent === parent)
  for (const folder of [0, ...live.filter((item) => item.folder).map(({ id }) => id)]) {
    const { payload, counts, folderPath } = (await operator.list(folder)).json
    const children = inside(folder)
    const shown = (payload as ItemRecord[]).map(
      ({ id, parent, name, type, itemCount, folderCount, size }) => ({
        id,
        parent,
        name,
        type,
        itemCount,
        folderCount,
        size,
      }),
    )
    const expected = children.map(({ id, parent, name, folder: isFolder, content }) => ({
      id,
      parent,
      name,
      type: isFolder ? 5 : 4,
      itemCount: inside(id).length,
      folderCount: isFolder ? inside(id).filter((item) => item.folder).length : undefined,
      size: content,
    }))
    expect(byId(shown)).toEqual(byId(expected))
    expect(counts).toEqual({
      folders: children.filter((item) => item.folder).length,
      files: children.filter((item) => !item.folder).length,
    })
    expect(folderPath?.at(-1)?.id ?? 0).toBe(folder)
  }
  const documents = await documentsOf(operator)
  expect(byId(documents).map(({ id }) => id)).toEqual(
    byId(live.filter(({ folder }) => !folder)).map(({ id }) => id),
  )
  await expectBytes(operator, documents)
  const entries = model.items.filter(({ id, entry }) => entry === id)
  expect((await operator.trashed()).map(({ id }) => id).sort()).toEqual(
    entries.map(({ id }) => id).sort(),
  )
}

export async function readOlderVersions({ operator }: TestRoom, model: TreeModel): Promise<void> {
  const ids = model.items.filter(
    ({ entry, versions }) => entry === undefined && versions.length > 1,
  )
  const rounds = Math.max(0, ...ids.map(({ versions }) => versions.length - 1))
  for (let number = 1; number <= rounds; number += 1) {
    const older = ids.filter(({ versions }) => versions.length > number)
    for (const { id } of older) {
      expect((await operator.restoreVersion(id, number)).json).toMatchObject({ status: 'OK' })
    }
    const shown = await documentsOf(operator)
    const restored = shown.filter(({ id }) => older.some((item) => item.id === id))
    expect(byId(restored).map(({ id, size }) => [id, size])).toEqual(
      byId(older).map(({ id, versions }) => [id, versions[number - 1]]),
    )
    await expectBytes(operator, restored)
  }
}
