import { describe, expect, it } from 'vitest'
import type { Level } from '../../../contract/features/groups/levels.ts'
import { NO_PERIOD } from '../../room/grants.ts'
import {
  type Cell,
  type Choice,
  changesOf,
  type Group,
  type GroupCells,
  gainsOriginal,
  shownOf,
} from './cells.ts'

const GROUP: Group = {
  id: 7,
  name: '자문단',
  color: 'blue',
  members: 2,
  isDefault: false,
  kind: 'participants' as const,
  shared: true,
  code: 'B',
  networks: [],
}

const above = (level: Level) => ({ level, itemId: 3, name: '재무' })

const cell = (id: number, own: Level | undefined, inherited: Level = 'view'): Cell => ({
  item: { id, name: `${id}`, parent: 3, isFolder: false },
  own: own && { ...NO_PERIOD, level: own },
  above: above(inherited),
  isPath: false,
})
const rowOf = (...cells: Cell[]): readonly GroupCells[] => [{ group: GROUP, cells }]
const made = (cells: readonly Cell[], choice: Choice) =>
  changesOf(rowOf(...cells), new Map([[GROUP.id, choice]]))

describe('changes', () => {
  it('carry what was seen, and their undo what they make', () => {
    const { changes, undo } = made([cell(1, 'print')], { level: 'none' })
    const none = { from: null, until: null }
    expect(changes).toEqual([
      {
        groupId: 7,
        itemId: 1,
        level: 'none',
        ...none,
        after: 'none',
        was: { level: 'print', ...none, after: 'none' },
      },
    ])
    expect(undo).toEqual([
      {
        groupId: 7,
        itemId: 1,
        level: 'print',
        ...none,
        after: 'none',
        was: { level: 'none', ...none, after: 'none' },
      },
    ])
  })

  it('leave out items that have the chosen level themselves, not those that inherit it', () => {
    const { changes } = made([cell(1, 'view'), cell(2, undefined)], { level: 'view' })
    expect(changes.map(({ itemId }) => itemId)).toEqual([2])
  })

  it('take own grants away and nothing else', () => {
    const { changes, undo } = made([cell(1, 'view'), cell(2, undefined)], { level: null })
    expect(changes).toEqual([
      {
        groupId: 7,
        itemId: 1,
        level: null,
        was: { level: 'view', from: null, until: null, after: 'none' },
      },
    ])
    expect(undo).toMatchObject([{ level: 'view', was: { level: null } }])
  })

  it('never take the level of the root away', () => {
    expect(made([{ ...cell(0, 'download'), above: undefined }], { level: null }).changes).toEqual(
      [],
    )
  })

  it('keep periods that were not chosen, and give a period to an inherited level', () => {
    const period = { from: null, until: '2026-12-31T15:00:00.000Z', after: 'inherit' as const }
    expect(
      made([{ ...cell(1, 'view'), own: { ...period, level: 'view' } }], { level: 'print' }).changes,
    ).toMatchObject([{ level: 'print', until: period.until, after: 'inherit' }])
    expect(made([cell(2, undefined, 'download')], { period }).changes).toMatchObject([
      { level: 'download', until: period.until },
    ])
  })
})

describe('a row', () => {
  it('shows an inherited level with its source, and an own one without', () => {
    expect(shownOf([cell(1, undefined)], undefined)).toMatchObject({
      level: 'view',
      isOwn: false,
      source: above('view'),
    })
    expect(shownOf([cell(1, undefined)], { level: 'none' })).toMatchObject({
      level: 'none',
      isOwn: true,
      source: undefined,
    })
  })

  it('has no level where items differ, until one is chosen for all', () => {
    const cells = [cell(1, 'print'), cell(2, undefined)]
    expect(shownOf(cells, undefined)).toMatchObject({
      level: undefined,
      isOwn: undefined,
      source: undefined,
    })
    expect(shownOf(cells, { level: 'view' })).toMatchObject({ level: 'view', isOwn: true })
    expect(shownOf(cells, { level: null })).toMatchObject({ level: 'view', isOwn: false })
  })
})

it('names groups that newly get the original', () => {
  const named = (cells: readonly Cell[], choice: Choice) =>
    gainsOriginal(rowOf(...cells), new Map([[GROUP.id, choice]])).length
  expect(named([cell(1, undefined)], { level: 'original' })).toBe(1)
  expect(named([cell(1, 'original')], { level: 'original' })).toBe(0)
  expect(named([cell(1, undefined, 'original')], { level: 'original' })).toBe(0)
  expect(named([cell(1, undefined)], { level: 'download' })).toBe(0)
})
