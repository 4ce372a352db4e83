import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { operation } from '../../../contract/core/operation.ts'
import { memoryLog } from '../../test/fixtures/memory-log.ts'
import { createApp } from './app.ts'
import { ok } from './envelope.ts'
import { mountExactly } from './exact-calls.ts'
import { type Guard, mountAll } from './mount.ts'

const shape = { method: 'GET', summary: 'One.', credential: 'none', delivers: 'none' } as const
const answer = { kind: 'json', payload: z.strictObject({}) } as const
const listed = operation({ ...shape, name: 'fake.listed', path: '/listed', answer })
const other = operation({ ...shape, name: 'fake.other', path: '/other', answer })
const beside = operation({ ...shape, name: 'fake.listed', path: '/beside', answer })

const guard = {} as Guard<undefined>
const answering = async () => ok({})

describe('an app with a list of its calls', () => {
  let app: FastifyInstance
  afterEach(() => app.close())

  async function expecting(calls: readonly (typeof listed | typeof other)[]): Promise<void> {
    app = await createApp({
      log: memoryLog(),
      trustProxy: [],
      publicUrl: 'http://room.test',
      drainWithinMs: 0,
    })
    mountExactly(app, calls)
  }

  it('starts with exactly these, and with routes that are no calls', async () => {
    await expecting([listed, other])
    mountAll(app, [listed, other], { 'fake.listed': answering, 'fake.other': answering }, guard)
    app.get('/health/fake', async () => 'ok')
    await app.ready()
    expect((await app.inject({ url: '/health/fake' })).body).toBe('ok')
  })

  it('refuses a call that is not listed, also one by the name of another', async () => {
    await expecting([listed])
    expect(() => mountAll(app, [other], { 'fake.other': answering }, guard)).toThrow(
      'fake.other is mounted',
    )
    expect(() => mountAll(app, [beside], { 'fake.listed': answering }, guard)).toThrow(
      'fake.listed is mounted',
    )
    mountAll(app, [listed], { 'fake.listed': answering }, guard)
  })

  it('refuses to start while a listed call is mounted nowhere', async () => {
    await expecting([listed, other])
    mountAll(app, [listed], { 'fake.listed': answering }, guard)
    await expect(app.ready()).rejects.toThrow('fake.other: listed in OPERATIONS')
  })
})
