import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ERRORS } from '../../../contract/core/errors.ts'
import { LIMITS } from '../../../contract/core/limits.ts'
import { NOTICE, NOTICES } from '../../../contract/core/notice.ts'
import {
  END_CODES,
  isPinExpired,
  type SessionEvent,
  type StoredSession,
  shortEmail,
  stateAt,
  TRANSITIONS,
} from './session.rules.ts'

const EVENTS: readonly SessionEvent[] = ['prove', 'agree', 'raise', 'lower', 'end']
const START = new Date('2026-03-02T00:00:00Z')
const later = (ms: number): Date => new Date(START.getTime() + ms)

const WRITES: Record<SessionEvent, (times: StoredSession, now: Date) => StoredSession> = {
  prove: (times) => ({ ...times, isUnproven: false }),
  agree: (times) => ({ ...times, noticeVersion: NOTICE.version }),
  raise: (times, now) => ({ ...times, elevatedAt: now }),
  lower: (times) => ({ ...times, elevatedAt: null }),
  end: (times, now) => ({ ...times, endedAt: now }),
}

const NO_OWN = { agreementVersion: null, roomAgreement: null }
const hasAccepted = ({ noticeVersion, agreementVersion, roomAgreement }: StoredSession): boolean =>
  roomAgreement ? agreementVersion === roomAgreement : noticeVersion === NOTICE.version

describe('the life of a session', () => {
  it('is this table', () => {
    const table = Object.entries(TRANSITIONS).map(([from, row]) =>
      EVENTS.map((event) => `${from} ${event} ${row[event] ?? '-'}`),
    )
    expect(table.flat()).toEqual([
      ...[
        'unproven prove joined',
        'unproven agree -',
        'unproven raise -',
        'unproven lower -',
        'unproven end ended',
      ],
      ...[
        'joined prove -',
        'joined agree agreed',
        'joined raise -',
        'joined lower -',
        'joined end ended',
      ],
      ...[
        'agreed prove -',
        'agreed agree agreed',
        'agreed raise raised',
        'agreed lower -',
        'agreed end ended',
      ],
      ...[
        'raised prove -',
        'raised agree raised',
        'raised raise raised',
        'raised lower agreed',
        'raised end ended',
      ],
      ...['ended prove -', 'ended agree -', 'ended raise -', 'ended lower -', 'ended end -'],
    ])
  })

  it('never leaves the table: the stored times match its states, for any order of events', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(fc.constantFrom(...EVENTS), { maxLength: 30 }),
        (isUnproven, events) => {
          let state: keyof typeof TRANSITIONS = isUnproven ? 'unproven' : 'joined'
          let times: StoredSession = {
            isUnproven,
            createdAt: START,
            activeAt: START,
            noticeVersion: null,
            ...NO_OWN,
            elevatedAt: null,
            endedAt: null,
          }
          for (const [index, event] of events.entries()) {
            const next: keyof typeof TRANSITIONS | undefined = TRANSITIONS[state][event]
            if (next === undefined) continue
            times = WRITES[event](times, later(index))
            state = next
            expect(stateAt(times, later(index))).toBe(state)
          }
        },
      ),
    )
  })

  it('is raised only after an agreement to the newest notice, nothing before the second step, and ended for good', () => {
    const times = fc.record({
      isUnproven: fc.boolean(),
      createdAt: fc.constant(START),
      activeAt: fc.date({ min: START, max: later(LIMITS.elevatedMs * 2), noInvalidDate: true }),
      noticeVersion: fc.option(fc.constantFrom(...NOTICES.map(({ version }) => version))),
      agreementVersion: fc.option(fc.integer({ min: 1, max: 2 })),
      roomAgreement: fc.option(fc.integer({ min: 1, max: 2 })),
      elevatedAt: fc.option(
        fc.date({ min: START, max: later(LIMITS.elevatedMs), noInvalidDate: true }),
      ),
      endedAt: fc.option(fc.constant(START)),
    })
    fc.assert(
      fc.property(times, fc.nat(LIMITS.elevatedMs * 3), (stored, ms) => {
        const state = stateAt(stored, later(ms))
        if (stored.endedAt) expect(state).toBe('ended')
        if (stored.isUnproven) expect(['unproven', 'idle', 'expired', 'ended']).toContain(state)
        else if (!hasAccepted(stored))
          expect(['joined', 'idle', 'expired', 'ended']).toContain(state)
        if (ms >= LIMITS.sessionMs) expect(['idle', 'expired', 'ended']).toContain(state)
        if (state === 'raised')
          expect(ms - ((stored.elevatedAt?.getTime() ?? 0) - START.getTime())).toBeLessThan(
            LIMITS.elevatedMs,
          )
      }),
    )
  })

  it('ends after half an hour without a person and lowers after eight hours, to the millisecond', () => {
    const times: StoredSession = {
      isUnproven: false,
      createdAt: START,
      activeAt: START,
      noticeVersion: NOTICE.version,
      ...NO_OWN,
      elevatedAt: START,
      endedAt: null,
    }
    expect(stateAt(times, later(LIMITS.idleMs - 1))).toBe('raised')
    expect(stateAt(times, later(LIMITS.idleMs))).toBe('idle')
    const busy = { ...times, activeAt: later(LIMITS.elevatedMs) }
    expect(stateAt(busy, later(LIMITS.elevatedMs - 1))).toBe('raised')
    expect(stateAt(busy, later(LIMITS.elevatedMs))).toBe('agreed')
  })

  it('reports each end as a 401', () => {
    for (const code of Object.values(END_CODES)) expect(ERRORS[code].http).toBe(401)
  })
})

it.each([
  ['kim@lawfirm.example', 'k***@lawfirm.example'],
  ['k@lawfirm.example', 'k***@lawfirm.example'],
  ['김@lawfirm.example', '김***@lawfirm.example'],
  ['"a@b"@lawfirm.example', '"***@b"@lawfirm.example'],
])('the address %s is shown as %s to a person with the PIN only', (email, shown) => {
  expect(shortEmail(email)).toBe(shown)
})

describe('the life of a PIN', () => {
  const HOUR = 3_600_000
  it.each([
    {
      what: 'unused',
      pin: { replacement: false, issued_at: START, used_at: null },
      dies: 90 * 24 * HOUR,
    },
    {
      what: 'used after a month',
      pin: { replacement: false, issued_at: START, used_at: later(720 * HOUR) },
      dies: (720 + 90 * 24) * HOUR,
    },
    {
      what: 'a replacement nobody used',
      pin: { replacement: true, issued_at: START, used_at: null },
      dies: 24 * HOUR,
    },
  ])('$what', ({ pin, dies }) => {
    expect(isPinExpired(pin, later(dies - 1))).toBe(false)
    expect(isPinExpired(pin, later(dies))).toBe(true)
  })
})
