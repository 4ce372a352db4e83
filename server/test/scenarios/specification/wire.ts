import { expect } from 'vitest'
import { makePdf } from '../../fixtures/make-pdf.ts'
import type { TestRoom } from '../../harness/test-app.ts'
import type { WireAnswer } from '../../harness/wire-client.ts'

export const PDF = makePdf(1)

export const aNumber = expect.any(Number)

export const aText = expect.any(String)

export const anInstant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

export const post = (
  room: TestRoom,
  path: string,
  body: object,
  client = room.operator,
): Promise<WireAnswer> => client.call('POST', path, { body })

export const get = (room: TestRoom, path: string, client = room.operator): Promise<WireAnswer> =>
  client.call('GET', path)

export const payloadOf = async (answer: Promise<WireAnswer>): Promise<unknown> => {
  const { http, json, text } = await answer
  expect({ http, status: json.status }, text).toEqual({ http: 200, status: 'OK' })
  return json.payload
}

export const own = (room: TestRoom) => ({ id: room.operator.me.id, roomId: room.roomId })
