import { describe, expect, it } from 'vitest'
import type { SessionState } from '../../contract/core/permissions.ts'
import { LEVEL } from '../../contract/features/groups/levels.ts'
import { STANDARD_STYLE } from '../../paper/watermark/layout.ts'
import type { Actor } from './actor.ts'
import { abilities, allowed, type Candidate, type ItemRight, visibleItems } from './items.ts'

const actor = (more: Partial<Actor>): Actor => ({
  sessionId: 's',
  roomId: 1,
  memberId: 2,
  userId: 3,
  roleId: 5,
  scope: 'full',
  submits: false,
  leads: false,
  state: 'agreed',
  name: '',
  email: '',
  position: '',
  address: '',
  group: undefined,
  changesAt: undefined,
  print: false,
  download: false,
  text: false,
  watermark: true,
  watermarkStyle: STANDARD_STYLE,
  viewing: { selection: false, strict: false, imageCopies: false },
  zone: 'Asia/Seoul',
  phase: 'open',
  endsAt: new Date(0),
  ...more,
})

const own: Candidate = { id: 10, roomId: 1, deleted: false, level: LEVEL.download }
const RIGHTS: readonly ItemRight[] = [
  'read',
  'survey',
  'print',
  'download',
  'copy',
  'edit',
  'delete',
]
const OF_TRASH: readonly ItemRight[] = ['restore', 'destroy']
const held = (who: Actor, item: Candidate): ItemRight[] =>
  RIGHTS.filter((right) => allowed(who, right, [item]).has(item.id))

describe('the rights on an item', () => {
  const cases: readonly [number, SessionState, boolean, boolean, readonly ItemRight[]][] = [
    [4, 'unproven', true, true, []],
    [5, 'joined', true, true, []],
    [4, 'joined', true, true, []],
    [5, 'agreed', false, false, ['read']],
    [5, 'agreed', true, false, ['read', 'print']],
    [5, 'agreed', false, true, ['read', 'download']],
    [5, 'raised', true, true, ['read', 'print', 'download']],
    [4, 'agreed', true, true, ['read', 'print', 'download']],
    [4, 'raised', false, false, ['read', 'survey', 'copy', 'edit', 'delete']],
    [4, 'raised', true, true, ['read', 'survey', 'print', 'download', 'copy', 'edit', 'delete']],
  ]
  it.each(cases)(
    'of role %i, %s, print %s, download %s',
    (roleId, state, print, download, rights) => {
      const who = actor({ roleId, state, print, download })
      expect(held(who, own)).toEqual(rights)
      expect(held(who, { ...own, roomId: 2 })).toEqual([])
      expect(held(who, { ...own, deleted: true })).toEqual([])
      const ofTrash = rights.includes('delete') ? ['restore', 'destroy'] : []
      expect(
        OF_TRASH.filter((right) => allowed(who, right, [{ ...own, deleted: true }]).has(own.id)),
      ).toEqual(ofTrash)
      expect(
        OF_TRASH.filter(
          (right) => allowed(who, right, [own, { ...own, roomId: 2, deleted: true }]).size > 0,
        ),
      ).toEqual([])
      expect(abilities(who, own)).toEqual({
        copy: rights.includes('copy'),
        edit: rights.includes('edit'),
        delete: rights.includes('delete'),
        print: rights.includes('print'),
        download: rights.includes('download'),
        original: false,
      })
    },
  )

  it.each(['frozen', 'closed'] as const)(
    'change nothing in a room that is %s, and leave everything to be looked at',
    (phase) => {
      const who = actor({ roleId: 4, state: 'raised', print: true, download: true, phase })
      expect(held(who, own)).toEqual(['read', 'survey', 'print', 'download'])
      expect(
        OF_TRASH.filter((right) => allowed(who, right, [{ ...own, deleted: true }]).size > 0),
      ).toEqual([])
    },
  )

  it.each([
    [LEVEL.none, []],
    [LEVEL.view, ['read']],
    [LEVEL.print, ['read', 'print']],
    [LEVEL.download, ['read', 'print', 'download']],
    [LEVEL.original, ['read', 'print', 'download', 'original']],
  ] as const)(
    'of a participant are those of level %i, less what a personal switch takes away',
    (level, rights) => {
      const item = { ...own, level }
      const heldOf = (who: Actor): ItemRight[] =>
        [...RIGHTS, 'original' as const].filter((right) => allowed(who, right, [item]).has(item.id))
      expect(heldOf(actor({ print: true, download: true })).sort()).toEqual([...rights].sort())
      expect(heldOf(actor({ print: false, download: true }))).not.toContain('print')
      const kept = heldOf(actor({ print: true, download: false }))
      expect(kept).not.toContain('download')
      expect(kept).not.toContain('original')
    },
  )

  it('are those of each item by itself', () => {
    const items = [
      own,
      { ...own, id: 11, roomId: 2 },
      { ...own, id: 12, deleted: true },
      { ...own, id: 13 },
      { ...own, id: 14, level: LEVEL.none },
    ]
    expect([...allowed(actor({}), 'read', items)]).toEqual([10, 13])
    expect([...allowed(actor({}), 'read', [])]).toEqual([])
  })

  it('reach no further than the room', () => {
    expect(visibleItems(actor({ roomId: 7 }))).toEqual({ roomId: 7, group: undefined })
  })
})
