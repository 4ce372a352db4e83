import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RawAnswer, sendRaw } from '../../test/harness/raw-http.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { lacking } from '../../test/matrix/header-set.ts'
import { bearer, raw } from '../../test/scenarios/http/surfaces.ts'

const LEAK = /\bat .*\.(ts|js):\d|select .* from|node_modules|\/work\/|\/tmp\/|FST_|SQLSTATE/i

describe('the HTTP surface', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
  })
  afterAll(() => app.close())

  describe('sends the header set and leaks nothing', () => {
    const long = 'x'.repeat(400)
    const cases: readonly [string, number | readonly number[], () => Promise<RawAnswer>][] = [
      ['an unknown path', 404, () => raw(app, 'GET /api/none')],
      ['no path at all', 404, () => raw(app, 'GET /')],
      ['a path that is no URL', 400, () => raw(app, 'GET /api/%ff%zz')],
      [
        'a parameter of 400 characters',
        [400, 404, 414],
        () => raw(app, `GET /api/room/api/file/${long}`, bearer(room)),
      ],
      ['no session', 401, () => raw(app, 'GET /api/room/api/file/prepareFile/1')],
      [
        'a malformed id',
        400,
        () => raw(app, 'GET /api/room/api/file/prepareFile/01', bearer(room)),
      ],
      ['a doubled slash', 404, () => raw(app, 'GET /api//room/api/room/events', bearer(room))],
      [
        'an encoded slash',
        [400, 404],
        () => raw(app, 'GET /api/room/api/file/..%2f..%2fetc%2fpasswd', bearer(room)),
      ],
      ['a semicolon', 404, () => raw(app, 'GET /api/room/api/room;a=b/events', bearer(room))],
      [
        'a letter of the path encoded',
        400,
        () => raw(app, 'GET /%61pi/room/api/room/events', bearer(room)),
      ],
      [
        'a dot of the path encoded',
        400,
        () => raw(app, 'GET /api/room/api/room/%2E%2e/events', bearer(room)),
      ],
      ['another case', 404, () => raw(app, 'GET /API/room/api/room/events', bearer(room))],
      ['HEAD', 404, () => raw(app, 'HEAD /api/room/api/room/events', bearer(room))],
      ['TRACE', 404, () => raw(app, 'TRACE /api/room/api/room/logout', bearer(room))],
      [
        'OPTIONS',
        403,
        () =>
          raw(
            app,
            'OPTIONS /api/room/api/room/logout',
            'origin: http://evil.test\r\naccess-control-request-method: POST\r\n',
          ),
      ],
      ['a method that HTTP does not know', [400], () => raw(app, 'BREW /api/room/api/room/logout')],
      ['CONNECT', 0, () => raw(app, 'CONNECT evil.test:443')],
      ['no host', 400, () => sendRaw(app.base, 'GET /api/none HTTP/1.1\r\n\r\n')],
      [
        'an expectation that is none',
        [400, 404, 417],
        () => raw(app, 'GET /api/none', 'expect: tea\r\n'),
      ],
      [
        'an upgrade',
        [400, 404],
        () => raw(app, 'GET /api/none', 'upgrade: websocket\r\nconnection: upgrade\r\n'),
      ],
      ['what is no HTTP', 400, () => sendRaw(app.base, '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n')],
      [
        'a header of a megabyte',
        [400, 431],
        () => raw(app, 'GET /api/none', `x-long: ${'a'.repeat(1_000_000)}\r\n`),
      ],
      [
        'two lengths',
        400,
        () =>
          raw(app, 'POST /api/room/api/room/join', 'content-length: 5\r\ncontent-length: 6\r\n'),
      ],
      [
        'a length and chunks',
        400,
        () =>
          raw(
            app,
            'POST /api/room/api/room/join',
            'content-length: 5\r\ntransfer-encoding: chunked\r\n',
          ),
      ],
      [
        'JSON as text',
        415,
        () =>
          raw(app, 'POST /api/room/api/room/join', 'content-type: text/plain\r\n', '{"pin":"1"}'),
      ],
      [
        'a form',
        415,
        () =>
          raw(
            app,
            'POST /api/room/api/room/join',
            'content-type: application/x-www-form-urlencoded\r\n',
            'pin=1',
          ),
      ],
      ['no type', [400, 415], () => raw(app, 'POST /api/room/api/room/join', '', '{"pin":"1"}')],
      [
        'multipart where JSON belongs',
        400,
        () =>
          raw(
            app,
            'POST /api/room/api/room/join',
            'content-type: multipart/form-data; boundary=x\r\n',
            '--x--',
          ),
      ],
      [
        'JSON that is none',
        400,
        () =>
          raw(app, 'POST /api/room/api/room/join', 'content-type: application/json\r\n', '{"pin":'),
      ],
      [
        'a body of more than 256 kB',
        413,
        () =>
          raw(
            app,
            'POST /api/room/api/room/join',
            'content-type: application/json\r\n',
            `"${'a'.repeat(256_001)}"`,
          ),
      ],
      [
        'a nesting bomb',
        400,
        () =>
          raw(
            app,
            'POST /api/room/api/room/join',
            'content-type: application/json\r\n',
            '['.repeat(120_000) + ']'.repeat(120_000),
          ),
      ],
      [
        'a nesting bomb of objects',
        400,
        () =>
          raw(
            app,
            'POST /api/room/api/room/join',
            'content-type: application/json\r\n',
            `${'{"pin":'.repeat(30_000)}1${'}'.repeat(30_000)}`,
          ),
      ],
      [
        'a nesting bomb with a prototype',
        400,
        () =>
          raw(
            app,
            'POST /api/room/api/room/join',
            'content-type: application/json\r\n',
            `${'{"__proto__":'.repeat(15_000)}1${'}'.repeat(15_000)}`,
          ),
      ],
      [
        'a prototype key',
        400,
        () =>
          raw(
            app,
            'POST /api/room/api/room/join',
            'content-type: application/json\r\n',
            '{"pin":"1","__proto__":{"x":1}}',
          ),
      ],
      [
        'a constructor key',
        400,
        () =>
          raw(
            app,
            'POST /api/room/api/room/join',
            'content-type: application/json\r\n',
            '{"pin":"1","constructor":{"prototype":{"x":1}}}',
          ),
      ],
      [
        'an escaped prototype key',
        400,
        () =>
          raw(
            app,
            'POST /api/room/api/room/join',
            'content-type: application/json\r\n',
            '{"pin":"1","__pro\\u0074o__":{"x":1}}',
          ),
      ],
      [
        'a prototype key in the query',
        400,
        () =>
          raw(
            app,
            `POST /api/room/api/room/checkAgree?id=${room.operator.me.id}&__proto__=1`,
            bearer(room),
          ),
      ],
      [
        'a doubled parameter',
        400,
        () =>
          raw(
            app,
            `POST /api/room/api/room/checkAgree?id=${room.operator.me.id}&id=${room.operator.me.id}`,
            bearer(room),
          ),
      ],
      [
        'a token in the query',
        401,
        () => raw(app, `POST /api/room/api/room/logout?token=${room.operator.me.jwt}`),
      ],
      [
        'an own origin',
        400,
        () =>
          raw(
            app,
            'POST /api/room/api/room/join',
            'origin: http://room.test\r\ncontent-type: application/json\r\n',
            '{}',
          ),
      ],
      [
        'a foreign origin',
        403,
        () =>
          raw(
            app,
            'POST /api/room/api/room/join',
            'origin: http://evil.test\r\ncontent-type: application/json\r\n',
            '{}',
          ),
      ],
      [
        'the null origin',
        403,
        () =>
          raw(
            app,
            'POST /api/room/api/room/join',
            'origin: null\r\ncontent-type: application/json\r\n',
            '{}',
          ),
      ],
      [
        'an empty origin',
        403,
        () =>
          raw(
            app,
            'POST /api/room/api/room/join',
            'origin:\r\ncontent-type: application/json\r\n',
            '{}',
          ),
      ],
      [
        'a foreign origin on an encoded path',
        403,
        () =>
          raw(
            app,
            'POST /%61pi/room/api/room/join',
            'origin: http://evil.test\r\ncontent-type: application/json\r\n',
            '{}',
          ),
      ],
      [
        'a foreign origin on an absolute path',
        403,
        () =>
          raw(
            app,
            'POST http://room.test/api/room/api/room/join',
            'origin: http://evil.test\r\ncontent-type: application/json\r\n',
            '{}',
          ),
      ],
      ['health', 200, () => raw(app, 'GET /health/live')],
      ['readiness', 200, () => raw(app, 'GET /health/ready')],
      ['.git', 404, () => raw(app, 'GET /.git/config')],
      ['metrics', 404, () => raw(app, 'GET /metrics')],
    ]
    it.each(cases)('for %s', async (_, status, send) => {
      const answer = await send()
      expect([status].flat()).toContain(answer.status)
      if (answer.status !== 0) expect(lacking(answer.headers)).toEqual([])
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      expect(answer.headers['server'] ?? answer.headers['x-powered-by']).toBeUndefined()
      expect(answer.body).not.toMatch(LEAK)
      if (answer.status >= 400 && answer.body !== '')
        expect(JSON.parse(answer.body)).toMatchObject({
          status: 'EXCEPTION',
          code: expect.any(String),
        })
    })
  })
})
