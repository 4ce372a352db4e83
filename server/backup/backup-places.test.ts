import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backupName, checkPlaces, timeOfBackup } from './backup-places.ts'

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e'
let base: string
beforeAll(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'sealroom-places-'))
  await mkdir(path.join(base, 'out'))
  await symlink(path.join(base, 'out'), path.join(base, 'link'))
})
afterAll(() => rm(base, { recursive: true }))

const check = (out: string, keys: string | undefined) =>
  checkPlaces(
    { out: path.join(base, out), keys: keys === undefined ? undefined : path.join(base, keys) },
    { dataDir: path.join(base, 'data'), keyDir: path.join(base, 'data-keys') },
  )

it.each([
  ['out', 'out'],
  ['out', 'out/keys'],
  ['out', 'link/new/keys'],
  ['link/new', 'out'],
  ['keys/out', 'keys'],
])('refuses a backup to %s with keys to %s, also through links', async (out, keys) => {
  await expect(check(out, keys)).rejects.toThrow('lie within each other')
})

it.each([
  ['data/backups', undefined, '--out'],
  ['data-keys', undefined, '--out'],
  ['out', 'data/keys', '--keys'],
  ['out', 'data-keys/copy', '--keys'],
])(
  'refuses a backup to %s with keys to %s in the folders of the server',
  async (out, keys, option) => {
    await expect(check(out, keys)).rejects.toThrow(option)
  },
)

it('takes two places apart from each other', async () => {
  expect(await check('link', 'out-keys')).toEqual({
    out: path.join(base, 'out'),
    keys: path.join(base, 'out-keys'),
  })
})

it('names a backup by its time and installation, and reads no other name', () => {
  const at = new Date('2026-11-28T05:06:07.089Z')
  const name = backupName(at, ID)
  expect(name).toBe('sealroom-20261128T050607089Z-0f8fad5b')
  expect(timeOfBackup(name, ID)).toEqual(at)
  for (const other of [
    `${name}.part`,
    name.replace('0f8fad5b', '11111111'),
    name.replace('1128', '1399'),
    'photos',
  ])
    expect(timeOfBackup(other, ID)).toBeUndefined()
})
