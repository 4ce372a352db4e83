import { describe, expect, it } from 'vitest'
import type { Level } from '../../../../contract/features/groups/levels.ts'
import { type Grant, NO_PERIOD } from '../../../room/grants.ts'
import type { Group } from '../cells.ts'
import { blockOf, isInBlock, moved, selectAt, selectionWithin, stepOf } from './grid/selection.ts'
import {
  cellKey,
  changesIn,
  type Edits,
  fromText,
  type Grants,
  gainingOriginal,
  type MatrixRow,
  shownCell,
  toText,
  withLevel,
} from './matrix-model.ts'
import { type FolderSource, linesOf } from './tree-lines.ts'

const NOW = Date.parse('2026-11-27T00:00:00.000Z')
const PAST = '2026-01-01T00:00:00.000Z'
const FUTURE = '2027-01-01T00:00:00.000Z'
const NONE: Edits = new Map()

const ROOT: MatrixRow = { itemId: 0, name: '전체', isFolder: true, path: [] }
const FOLDER: MatrixRow = { itemId: 1, name: '재무', isFolder: true, path: [] }
const DEEP: MatrixRow = { itemId: 2, name: '세금', isFolder: true, path: [{ id: 1, name: '재무' }] }

const grant = (level: Level, more: Partial<Grant> = {}): Grant => ({ ...NO_PERIOD, level, ...more })
const grants = (...all: readonly (readonly [itemId: number, grant: Grant])[]): Grants =>
  new Map(all.map(([itemId, each]) => [cellKey(7, itemId), each]))
const levelOf = (known: Grants, row: MatrixRow, edits = NONE) =>
  shownCell(known, edits, { groupId: 7, row }, NOW)

describe('a cell', () => {
  it.each<[string, Grants, Level, boolean]>([
    ['follows the root', grants([0, grant('print')]), 'print', false],
    ['follows the nearest folder', grants([0, grant('print')], [1, grant('none')]), 'none', false],
    [
      'has a grant of its own',
      grants([0, grant('print')], [1, grant('none')], [2, grant('view')]),
      'view',
      true,
    ],
    [
      'is hidden before a grant begins',
      grants([0, grant('print')], [2, grant('view', { from: FUTURE })]),
      'none',
      true,
    ],
    [
      'is hidden after a grant has ended',
      grants([0, grant('print')], [2, grant('view', { until: PAST })]),
      'none',
      true,
    ],
    [
      'follows again where the grant says so',
      grants([0, grant('print')], [2, grant('view', { until: PAST, after: 'inherit' })]),
      'print',
      false,
    ],
    ['of a group without grants is hidden', new Map(), 'none', false],
  ])('%s', (_, known, level, isOwn) => {
    expect(levelOf(known, DEEP)).toMatchObject({ level, isOwn, isEdited: false })
  })

  it('shows what was chosen for the folder above, before it is saved', () => {
    const known = grants([0, grant('print')])
    const edits = withLevel(known, NONE, [{ groupId: 7, row: FOLDER }], 'view')
    expect(levelOf(known, DEEP, edits)).toMatchObject({
      level: 'view',
      isOwn: false,
      isEdited: false,
    })
    expect(levelOf(known, FOLDER, edits)).toMatchObject({
      level: 'view',
      isOwn: true,
      isEdited: true,
    })
  })
})

describe('edits', () => {
  const known = grants([0, grant('print')], [1, grant('none', { until: FUTURE })])

  it('keep the period, carry what was seen, and are undone by their counterpart', () => {
    const edits = withLevel(known, NONE, [{ groupId: 7, row: FOLDER }], 'view')
    const { changes, undo } = changesIn(known, edits)
    const at = { from: null, until: FUTURE }
    expect(changes).toEqual([
      {
        groupId: 7,
        itemId: 1,
        level: 'view',
        ...at,
        after: 'none',
        was: { level: 'none', ...at, after: 'none' },
      },
    ])
    expect(undo).toMatchObject([{ level: 'none', was: { level: 'view', ...at } }])
  })

  it('are none where a choice leads back to what is saved', () => {
    const away = withLevel(known, NONE, [{ groupId: 7, row: FOLDER }], 'view')
    expect(withLevel(known, away, [{ groupId: 7, row: FOLDER }], 'none').size).toBe(0)
    expect(withLevel(known, NONE, [{ groupId: 7, row: DEEP }], null).size).toBe(0)
  })

  it('never take the level of the root away', () => {
    expect(withLevel(known, NONE, [{ groupId: 7, row: ROOT }], null).size).toBe(0)
  })

  it('are no change where another operator saved the same meanwhile', () => {
    const edits = withLevel(known, NONE, [{ groupId: 7, row: DEEP }], 'view')
    expect(changesIn(grants([0, grant('print')], [2, grant('view')]), edits).changes).toEqual([])
  })

  it('name groups that newly get the original', () => {
    const group = (id: number): Group => ({
      id,
      name: `${id}`,
      color: 'blue',
      members: 0,
      isDefault: false,
      kind: 'participants' as const,
      shared: true,
      code: 'B',
      networks: [],
    })
    const edits = withLevel(known, NONE, [{ groupId: 7, row: DEEP }], 'original')
    expect(gainingOriginal(known, edits, [group(7), group(8)], NOW).map(({ id }) => id)).toEqual([
      7,
    ])
    expect(gainingOriginal(grants([0, grant('original')]), edits, [group(7)], NOW)).toEqual([])
  })
})

describe('the clipboard', () => {
  it('comes back as it went, in either language', () => {
    const cells = [
      [
        { level: 'none', isOwn: true },
        { level: 'view', isOwn: false },
      ],
      [
        { level: 'original', isOwn: true },
        { level: 'download', isOwn: true },
      ],
    ] as const
    for (const language of ['ko', 'en'] as const)
      expect(fromText(toText(cells, language))).toEqual([
        ['none', null],
        ['original', 'download'],
      ])
  })

  it('takes digits, periods of the spreadsheet and empty cells, and no other words', () => {
    expect(fromText('3\t인쇄; 2027-01-01까지\r\n\t아무거나\r\n')).toEqual([
      ['download', 'print'],
      [null, undefined],
    ])
  })
})

describe('the selection', () => {
  const bounds = { lines: 10, columns: 3 }
  it('moves within the grid, and extends without the names', () => {
    expect(
      moved(selectAt({ line: 0, column: 1 }), { line: -1, column: -5 }, false, bounds).active,
    ).toEqual({ line: 0, column: 0 })
    const extended = moved(selectAt({ line: 4, column: 1 }), { line: 2, column: -1 }, true, bounds)
    expect(blockOf(extended)).toEqual({ top: 4, bottom: 6, left: 1, right: 1 })
    expect(isInBlock(blockOf(extended), { line: 5, column: 1 })).toBe(true)
    expect(isInBlock(blockOf(extended), { line: 5, column: 2 })).toBe(false)
  })

  it('stays within a grid that became smaller', () => {
    expect(
      selectionWithin(selectAt({ line: 9, column: 3 }), { lines: 2, columns: 1 }).active,
    ).toEqual({ line: 1, column: 1 })
  })

  it('goes far with the command key, and nowhere with other keys', () => {
    const key = (name: string, ctrlKey = false) =>
      stepOf({ key: name, ctrlKey, metaKey: false }, 20)
    expect(key('PageDown')).toEqual({ line: 20, column: 0 })
    expect(key('ArrowDown', true)?.line).toBeGreaterThan(1e9)
    expect(key('Home')?.line).toBe(0)
    expect(key('a')).toBeUndefined()
  })
})

describe('the tree as lines', () => {
  const item = (id: number, children = 0) => ({
    id,
    name: `${id}`,
    isFolder: children >= 0,
    children: Math.max(0, children),
  })
  const source = (
    items: readonly ReturnType<typeof item>[],
    total = items.length,
    hasFailed = false,
  ): FolderSource => ({
    items,
    total,
    hasFailed,
  })
  const shape = (sources: Readonly<Record<number, FolderSource>>, open: readonly number[]) =>
    linesOf({ root: '전체', open: new Set(open), sourceOf: (folder) => sources[folder] }).map(
      (line) =>
        'gap' in line ? `gap ${line.gap.folder}${line.gap.isFailed ? '!' : ''}` : line.row.itemId,
    )

  it('has the root, what is open, and a gap for each item that is not loaded', () => {
    expect(shape({}, [])).toEqual([0, 'gap 0', 'gap 0', 'gap 0'])
    expect(shape({ 0: source([item(1, 2), item(2)]) }, [])).toEqual([0, 1, 2])
    expect(shape({ 0: source([item(1, 2), item(2)]) }, [1])).toEqual([0, 1, 'gap 1', 'gap 1', 2])
    expect(shape({ 0: source([item(1, 2)]), 1: source([item(3, -1)], 2) }, [1])).toEqual([
      0,
      1,
      3,
      'gap 1',
    ])
  })

  it('has one line for a folder that could not be read', () => {
    expect(shape({ 0: source([item(1, 9)]), 1: source([], 0, true) }, [1])).toEqual([
      0,
      1,
      'gap 1!',
    ])
  })
})
