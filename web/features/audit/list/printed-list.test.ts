import { expect, test } from 'vitest'
import type { ExportedEntry } from '../../../../contract/proof/history-export.ts'
import { printedCells } from './printed-list.ts'

const words = {
  title: '활동 내역',
  room: '시험 룸',
  about: () => [],
  columns: [],
  machine: '시스템',
  unknown: '알 수 없음',
  checkpoint: '서명된 확인점',
}

const exported = (actor: { name: string; position: string; email: string }): ExportedEntry => ({
  seq: 3,
  description: '로그인',
  entry: {
    id: 4,
    at: '2026-11-22T04:05:00.000Z',
    kind: 'session.joined',
    userId: 1,
    memberId: 1,
    itemId: null,
    doer: { ...actor, address: '127.0.0.x' },
    details: {},
    salt: '',
  },
  proof: [],
})

test('a printed row shows when in the time of the room, who and what, and nothing else', () => {
  const row = exported({ name: '김운영', position: '이사', email: 'op@example.com' })
  expect(printedCells(row, words, 'ko')).toEqual([
    '2026-11-22 오후 01:05',
    '김운영',
    '이사',
    'op@example.com',
    '로그인',
  ])
  expect(printedCells(row, words, 'en')[0]).toBe('2026-11-22 13:05')
})

test('an entry without a name is the machine’s; one that cannot be read is unknown', () => {
  expect(printedCells(exported({ name: '', position: '', email: '' }), words, 'ko')[1]).toBe(
    '시스템',
  )
  const unreadable = {
    ...exported({ name: '김운영', position: '', email: '' }),
    entry: null,
    description: '읽을 수 없는 기록',
  }
  expect(printedCells(unreadable, words, 'ko')).toEqual([
    '–',
    '알 수 없음',
    '',
    '',
    '읽을 수 없는 기록',
  ])
})
