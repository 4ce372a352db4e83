import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryLog } from '../../test/fixtures/memory-log.ts'
import { createLog, type Log } from './log.ts'
import { scrubText } from './scrub.ts'

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiI0MiJ9.h3bnXk1v8w0Qm2T7cR9z'
const SIGNER = 'q8Zt5LwJx2Nn7VbKd3Rf9Yh1Gs6Pm4Tc0AeUoIiEaXk'

const SECRETS: Record<string, [written: string, secret: string]> = {
  'PIN with hyphens': ['482-13-59027461834', '59027461834'],
  'PIN without hyphens': ['4821359027461834', '4821359027461834'],
  'PIN with typographic hyphens': ['482‑13‑59027461834', '59027461834'],
  'operator code': ['7K-Q4M2X-9D', 'Q4M2X'],
  'operator code without hyphens': ['7KQ4M2X9D', '7KQ4M2X9D'],
  'operator code of letters alone': ['KQ-MXBDF-HJ', 'MXBDF'],
  'operator code in small letters': ['7kq4m2x9d', '7kq4m2x9d'],
  JWT: [JWT, 'h3bnXk1v8w0Qm2T7cR9z'],
  'bearer token': ['Bearer abc.def-123', 'abc.def-123'],
  'authorization header': ['authorization: Custom abcdef', 'abcdef'],
  'signer header': [`Signer ${SIGNER}`, SIGNER],
  'signer link': ['https://room.example/sign#abcdef', 'abcdef'],
  'opaque token': [SIGNER, SIGNER],
  'e-mail address': ['kim.minsu@lawfirm.example', 'minsu'],
  'e-mail address in a URL': ['/findPin/kim.minsu%40lawfirm.example', 'minsu'],
  'e-mail address with a Korean domain': ['minsu@법무법인.한국', 'minsu'],
  'e-mail address without a dot': ['minsu@localhost', 'minsu'],
  'password of a connection string': ['postgres://app:hunter2x@db.internal:5432/room', 'hunter2x'],
  'password with an @': ['smtps://app:hun@ter2x@mail.internal', 'ter2x'],
  'password of a keyword string': ["host=db password='hunter2x' dbname=room", 'hunter2x'],
  'cookie header': ['set-cookie: device=opaquevalue; HttpOnly', 'opaquevalue'],
}

const around = (secret: string) => `before ${secret} after`

const POSITIONS: Record<string, (log: Log, text: string) => void> = {
  message: (log, text) => log.info(text),
  'message with fields': (log, text) => log.warn({ room: 1 }, text),
  field: (log, text) => log.info({ note: text }, 'x'),
  'nested field': (log, text) => log.info({ a: { b: { c: [{ note: text }] } } }, 'x'),
  array: (log, text) => log.info({ list: ['a', text] }, 'x'),
  'name of a field': (log, text) => log.info({ [text]: 1 }, 'x'),
  map: (log, text) => log.info({ map: new Map([[text, text]]) }, 'x'),
  set: (log, text) => log.info({ set: new Set([text]) }, 'x'),
  error: (log, text) => log.error(new Error(text), 'x'),
  'error in a field': (log, text) => log.error({ error: new Error(text) }, 'x'),
  'name of an error': (log, text) => log.error(Object.assign(new Error('x'), { name: text }), 'x'),
  'code of an error': (log, text) => log.error(Object.assign(new Error('x'), { code: text }), 'x'),
  'own field of an error': (log, text) =>
    log.error(Object.assign(new Error('x'), { detail: text, parameters: [text] }), 'x'),
  'cause of an error': (log, text) =>
    log.error(new Error('outer', { cause: new Error(text) }), 'x'),
  'cause that is no error': (log, text) =>
    log.error(new Error('outer', { cause: { note: text } }), 'x'),
  'errors of an aggregate': (log, text) =>
    log.error(new AggregateError([new Error(text)], 'outer'), 'x'),
  'child binding': (log, text) => log.child({ note: text }).info('x'),
  buffer: (log, text) => log.info({ data: Buffer.from(text) }, 'x'),
  'class with a toJSON': (log, text) => log.info({ it: { toJSON: () => text } }, 'x'),
}

describe('scrubbing', () => {
  for (const [kind, [written, secret]] of Object.entries(SECRETS)) {
    it(`lets no ${kind} through in any position`, () => {
      for (const [position, write] of Object.entries(POSITIONS)) {
        const log = memoryLog()
        write(log, around(written))
        write(log, written)
        expect(log.entries, position).toHaveLength(2)
        expect(log.text(), position).not.toContain(secret)
      }
    })
  }

  it('finds any PIN, code and address inside any text', () => {
    const digits = (n: number) => fc.stringMatching(new RegExp(`^\\d{${n}}$`))
    const crockford = (n: number) => fc.stringMatching(new RegExp(`^[0-9A-HJKMNP-TV-Z]{${n}}$`))
    const word = fc.stringMatching(/^[a-z]{1,12}$/)
    const secret = fc.oneof(
      fc.tuple(digits(3), digits(2), digits(11)).map(([a, b, c]) => [`${a}-${b}-${c}`, c]),
      digits(16).map((pin) => [pin, pin]),
      fc
        .tuple(crockford(2), crockford(5), crockford(2))
        .map(([a, b, c]) => [`${a}-${b}-${c}`, `-${b}-`]),
      fc.tuple(word, word, word).map(([a, b, c]) => [`${a}.${b}@${c}.example`, `${b}@${c}`]),
    )
    const text = fc.stringMatching(/^[a-z가-힣 ,.:"'(){}]{0,40}$/)
    fc.assert(
      fc.property(text, secret, text, (before, [written, needle], after) => {
        expect(scrubText(`${before} ${written} ${after}`)).not.toContain(needle)
        expect(scrubText(`"${written}"`)).not.toContain(needle)
      }),
      { numRuns: 300 },
    )
  })

  it('hides fields by their name, with any content and at any depth', () => {
    const names = [
      'pin',
      'PIN',
      'userPin',
      'code',
      'token',
      'access_token',
      'jwt',
      'authorization',
      'cookie',
      'Set-Cookie',
      'password',
      'email',
    ]
    names.push(
      'e-mail',
      'userEmail',
      'to',
      'address',
      'remoteAddress',
      'subject',
      'body',
      'key',
      'apiKey',
      'privateKey',
      'X-Api-Key',
      'PINHash',
    )
    for (const name of names) {
      for (const value of ['plain', 77123, ['plain'], { deep: 'plain' }, true]) {
        const log = memoryLog()
        log.info({ a: [{ [name]: value }] }, 'x')
        expect(log.text(), name).toContain(`"${name}":"[redacted]"`)
        expect(log.text(), name).not.toMatch(/plain|77123/)
      }
    }
  })

  it('takes a number of the length of a PIN for one', () => {
    const log = memoryLog()
    log.info(
      {
        whole: 4821359027461834,
        zeros: 9027461834123,
        big: 4821359027461834n,
        size: 313_524_224_000,
        now: 1_772_600_767_000,
      },
      'x',
    )
    expect(log.entries[0]).toMatchObject({
      whole: '[pin]',
      zeros: 9027461834123,
      big: '[pin]',
      size: 313_524_224_000,
      now: 1_772_600_767_000,
    })
    log.info({ zeros: 59027461834123 }, 'x')
    expect(log.entries[1]).toMatchObject({ zeros: '[pin]' })
  })

  it('leaves a cut text without half a secret at the cut', () => {
    for (let length = 8160; length <= 8192; length++) {
      expect(
        scrubText(`${'a '.repeat(length / 2)}${length % 2 ? ' ' : ''}482-13-59027461834`),
      ).not.toMatch(/482|590/)
    }
  })

  it('keeps what operators need to read', () => {
    const log = memoryLog()
    const fields = {
      statusCode: 500,
      path: '/room/api/room/join/:pin',
      roomId: 42,
      ms: 12.5,
      sha256: 'a'.repeat(64),
      since: new Date(0),
      mailId: 7,
    }
    log.error(
      {
        ...fields,
        error: Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
          code: 'ECONNREFUSED',
        }),
      },
      'job mail.send failed',
    )
    const [entry = { level: 'none', msg: '', error: undefined }] = log.entries
    expect(entry).toMatchObject({
      ...fields,
      since: '1970-01-01T00:00:00.000Z',
      level: 'error',
      msg: 'job mail.send failed',
    })
    const { error } = entry
    expect(error).toMatchObject({
      type: 'Error',
      message: 'connect ECONNREFUSED 127.0.0.1:5432',
      code: 'ECONNREFUSED',
    })
    expect(JSON.stringify(error)).toContain('log.test.ts')
  })
})

describe('writing', () => {
  it('survives cycles, depth, breadth, hostile getters and odd values', () => {
    const log = memoryLog()
    const cycle = {
      list: Array.from({ length: 5000 }, (_, i) => i),
      n: 10n,
      f: () => 1,
      s: Symbol('x'),
      none: undefined,
    }
    Object.assign(cycle, { self: cycle })
    let deep: object = {}
    for (let i = 0; i < 5000; i++) deep = { deep }
    log.info(
      { cycle, deep, bad: new Date(Number.NaN), url: new URL('https://u:secretword@h.example/') },
      'odd',
    )
    log.info(
      {
        get trap(): string {
          throw new Error('trap')
        },
      },
      'trapped',
    )
    expect(log.entries.map((entry) => entry.msg)).toEqual(['odd', 'trapped'])
    expect(log.text()).toContain('[circular]')
    expect(log.text()).toContain('[deep]')
    expect(log.text()).not.toContain('secretword')
    expect(log.text().length).toBeLessThan(10_000)
  })

  it('writes from its level on, one JSON line each, and formats nothing', () => {
    const lines: string[] = []
    const log = createLog({ level: 'warn', destination: { write: (line) => lines.push(line) } })
    log.debug('no')
    log.info({ a: 1 }, 'no')
    log.child({ roomId: 3 }).warn({ a: 1 }, '100%s yes')
    log.error('no\nsecond line')
    expect(lines).toHaveLength(2)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'warn',
      roomId: 3,
      a: 1,
      msg: '100%s yes',
    })
    expect(lines[1]?.trimEnd()).not.toContain('\n')
  })
})
