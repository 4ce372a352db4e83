import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../test/harness/clocks.ts'
import { announceMails } from './announce-mails.ts'
import { createFolderTransport } from './folder-transport.ts'
import { MailRefused } from './mail.ts'

describe('announced mails', () => {
  const from = { name: '', address: 'room@example.com' }
  const mail = {
    to: 'kim@example.com',
    subject: '[한빛\u001b[2J] PIN 안내',
    text: 'PIN 482-13-59027461834',
    language: 'ko',
  } as const
  let base: string
  let said: string[]

  beforeEach(async () => {
    base = await mkdtemp(path.join(os.tmpdir(), 'sealroom-announce-'))
    said = []
  })
  afterEach(() => rm(base, { recursive: true }))

  const announced = () => {
    const clock = new ManualClock(new Date('2026-03-04T05:06:07Z'))
    return announceMails(
      createFolderTransport({ folder: path.join(base, 'outbox'), clock }),
      (line) => said.push(line),
    )
  }

  it('say whom a mail is for, what it is about and which file it is, and neither its PIN nor commands to the terminal', async () => {
    await announced().send(mail, { from, roomId: 1, messageId: 'id-1' })
    const [, file = ''] =
      /^mail to kim@example\.com: \[한빛 \[2J\] PIN 안내 \((.*\.eml)\)$/.exec(said[0] ?? '') ?? []
    expect(said).toHaveLength(1)
    expect(existsSync(file)).toBe(true)
    expect(said.join()).not.toContain('482-13')
  })

  it('say nothing of a mail that was not written', async () => {
    await expect(
      announced().send({ ...mail, to: 'nobody' }, { from, roomId: 1, messageId: 'id-1' }),
    ).rejects.toThrow(MailRefused)
    expect(said).toEqual([])
  })

  it('keep the sweep of old mails', async () => {
    expect(await announced().sweep?.()).toBe(0)
  })
})
