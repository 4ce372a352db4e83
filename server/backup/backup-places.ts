import { realpath, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { isErrno, namesIfThere, syncDirectory } from '../platform/encryption/durable-files.ts'
import { BackupError } from './backup-error.ts'

export const PART = '.part'
const NAME = /^sealroom-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-([0-9a-f]{8})$/

export const backupName = (at: Date, installationId: string): string =>
  `sealroom-${at.toISOString().replace(/[-:.]/g, '')}-${installationId.slice(0, 8)}`

/** @returns undefined for other names. */
export function timeOfBackup(name: string, installationId: string): Date | undefined {
  const [, year, month, day, hour, minute, second, ms, id] = NAME.exec(name) ?? []
  if (id === undefined || id !== installationId.slice(0, 8)) return undefined
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

export async function realPlace(folder: string): Promise<string> {
  const resolved = path.resolve(folder)
  try {
    return await realpath(resolved)
  } catch (error) {
    if (!isErrno(error, 'ENOENT') || resolved === path.dirname(resolved)) throw error
    return path.join(await realPlace(path.dirname(resolved)), path.basename(resolved))
  }
}

const isWithin = (inner: string, outer: string): boolean => {
  const [first] = path.relative(outer, inner).split(path.sep)
  return first !== '..' && !path.isAbsolute(path.relative(outer, inner))
}

export interface Folders {
  readonly dataDir: string
  readonly keyDir: string
}

export interface BackupPlaces {
  readonly out: string
  readonly keys: string | undefined
}

/**
 * Separates data and keys, because one copy alone must not decrypt.
 * @throws BackupError
 * @returns the places without links
 */
export async function checkPlaces(asked: BackupPlaces, folders: Folders): Promise<BackupPlaces> {
  const [out, dataDir, keyDir] = await Promise.all(
    [asked.out, folders.dataDir, folders.keyDir].map(realPlace),
  )
  const keys = asked.keys === undefined ? undefined : await realPlace(asked.keys)
  if (out === undefined || dataDir === undefined || keyDir === undefined)
    throw new BackupError('--out requires a folder.')
  if (keys !== undefined && (isWithin(keys, out) || isWithin(out, keys)))
    throw new BackupError(
      `--keys ${keys} and --out ${out} lie within each other. Keep the keys at another place than what they open. Nothing was written.`,
    )
  for (const [option, place] of [
    ['--out', out] as const,
    ...(keys === undefined ? [] : [['--keys', keys] as const]),
  ])
    for (const [setting, folder] of [['DATA_DIR', dataDir] as const, ['KEY_DIR', keyDir] as const])
      if (isWithin(place, folder))
        throw new BackupError(
          `${option} ${place} lies in ${setting}, which it is to outlive. Name another folder. Nothing was written.`,
        )
  return { out, keys }
}

export async function backupsBelow(
  folder: string,
  installationId: string,
): Promise<{ readonly name: string; readonly at: Date }[]> {
  return (await namesIfThere(folder)).sort().flatMap((name) => {
    const at = timeOfBackup(name, installationId)
    return at ? [{ name, at }] : []
  })
}

/** The caller holds the lock of backups. */
export async function removeLeftovers(folder: string, installationId: string): Promise<void> {
  for (const name of await namesIfThere(folder))
    if (name.endsWith(PART) && timeOfBackup(name.slice(0, -PART.length), installationId))
      await rm(path.join(folder, name), { recursive: true, force: true })
}

/** A partial backup never looks complete. @returns false if it does not exist */
export async function removeBackup(place: string): Promise<boolean> {
  const part = `${place}${PART}`
  try {
    await rename(place, part)
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return false
    throw error
  }
  await syncDirectory(path.dirname(place))
  await rm(part, { recursive: true, force: true })
  return true
}
