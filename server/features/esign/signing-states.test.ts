import { describe, expect, it } from 'vitest'
import { COMPOSED_STATUSES, PARTICIPANT_STATUSES } from '../../../contract/features/composed.ts'
import {
  DOCUMENT_MOVES,
  documentStatesBefore,
  isPending,
  mayMove,
  PARTY_MOVES,
  partyStatesBefore,
} from './signing-states.ts'

function reachableFrom(moves: Readonly<Record<string, object>>, first: string): Set<string> {
  const reached = new Set([first])
  for (const state of reached) for (const next of Object.keys(moves[state] ?? {})) reached.add(next)
  return reached
}

const finishedIn = (moves: Readonly<Record<string, object>>) =>
  Object.keys(moves).filter((state) => Object.keys(moves[state] ?? {}).length === 0)

describe('the states of signing', () => {
  it('are all reached: of documents from DRAFT, of people from WAITING', () => {
    expect(reachableFrom(DOCUMENT_MOVES, 'DRAFT')).toEqual(new Set(COMPOSED_STATUSES))
    expect(reachableFrom(PARTY_MOVES, 'WAITING')).toEqual(new Set(PARTICIPANT_STATUSES))
  })

  it('lead nowhere once finished, and never back to the first', () => {
    expect(finishedIn(DOCUMENT_MOVES)).toEqual(['COMPLETED', 'DECLINED', 'EXPIRED', 'CANCELLED'])
    expect(finishedIn(PARTY_MOVES)).toEqual(['DONE', 'DECLINED', 'EXPIRED'])
    expect(documentStatesBefore('DRAFT')).toEqual([])
    expect(partyStatesBefore('WAITING')).toEqual([])
  })

  it('are the guards: only a document that is out is declined, cancelled or expired, by people whose turn it is', () => {
    for (const end of ['DECLINED', 'CANCELLED', 'EXPIRED'] as const)
      expect(documentStatesBefore(end)).toEqual(['SENT'])
    expect(partyStatesBefore('DECLINED')).toEqual(['INVITED', 'OPENED'])
    expect(PARTICIPANT_STATUSES.filter(isPending)).toEqual(['WAITING', 'INVITED', 'OPENED'])
    expect(mayMove('COMPLETED', 'SEALING')).toBe(false)
    expect(mayMove('FAILED', 'SEALING')).toBe(true)
  })
})
