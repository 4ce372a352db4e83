import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeCertificate } from '../../../contract/proof/certificate-words.ts'
import { verifyCertificate } from '../../../contract/proof/destruction.ts'
import { insertBackup, markRemoved } from '../../backup/backups.store.ts'
import { nodeCrypto } from '../../platform/encryption/node-crypto.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import { destroyByTime, untilDestroyed } from '../../test/scenarios/endings.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('a certificate names the backups that held the room and are left, and none that is gone or older', async () => {
  const room = await app.room()
  const at = (hours: number): Date => new Date(app.clock.now().getTime() + hours * 3_600_000)
  const made = [
    { id: 'older', snapshot_at: at(-24), keys_place: null },
    { id: 'data', snapshot_at: at(1), keys_place: null },
    { id: 'both', snapshot_at: at(2), keys_place: '/secret/keys' },
    { id: 'keys', snapshot_at: at(3), keys_place: '/secret/keys' },
    { id: 'gone', snapshot_at: at(4), keys_place: '/secret/keys' },
  ]
  for (const backup of made)
    await insertBackup(app.database.db, { ...backup, place: '/secret/place', bytes: 1 })
  for (const id of ['keys', 'gone']) await markRemoved(app.database.db, id, 'backup', at(5))
  await markRemoved(app.database.db, 'gone', 'keys', at(5))
  await destroyByTime(app, room.roomId)
  await untilDestroyed(app, room.roomId)
  const found = await app.program.endings.certificateOf(room.roomId)
  const json = found?.json.toString() ?? ''
  const { facts, fault, publicKey } = await verifyCertificate(nodeCrypto, json)
  expect(fault).toBeUndefined()
  expect(facts?.remains.backups).toEqual([
    { id: 'data', at: made[1]?.snapshot_at.toISOString(), data: true, keys: false },
    { id: 'both', at: made[2]?.snapshot_at.toISOString(), data: true, keys: true },
    { id: 'keys', at: made[3]?.snapshot_at.toISOString(), data: false, keys: true },
  ])
  // Former members read the certificate, so machine paths must not appear.
  expect(json).not.toContain('/secret')
  const lines = (language: 'ko' | 'en') =>
    describeCertificate({ facts, fault, publicKey }, { language, zone: 'Asia/Seoul' }).lines
  expect(lines('ko')).toContain('기록된 백업: 3개, 그중 키가 있는 것 2개')
  expect(lines('en')).toContain('Recorded backups: 3, of which 2 with keys')
})
