import { type RawAnswer, sendRaw } from '../../harness/raw-http.ts'
import type { TestApp, TestRoom } from '../../harness/test-app.ts'

export const bearer = (room: TestRoom) => `authorization: Bearer ${room.operator.me.jwt}\r\n`

export const raw = (app: TestApp, line: string, more = '', body = ''): Promise<RawAnswer> =>
  sendRaw(
    app.base,
    `${line} HTTP/1.1\r\nhost: room.test\r\n${more}connection: close\r\n${body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`}\r\n${body}`,
  )
