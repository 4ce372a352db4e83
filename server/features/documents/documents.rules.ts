import type { RejectionCode } from '../../../contract/core/errors/rejections.ts'
import { EXTENSIONS, type Extension, LIMITS } from '../../../contract/core/limits.ts'
import { normalizeName } from '../../../contract/core/name-key.ts'
import { BREAKS_LINE, TURNS_DIRECTION } from '../../../contract/core/one-line.ts'

const CONTROL = new RegExp(BREAKS_LINE, 'gu')
const EXTENSION = /\.([a-z0-9]+)$/i
const LIKE_EXTENSION = /^\.[a-z][a-z0-9]{1,4}$/i

export function cleanName(name: string): string {
  // Removing a control character can join combining letters.
  return normalizeName(name.replace(CONTROL, ''))
}

/** Names never become file paths. */
export function isUsableName(name: string): boolean {
  const trimmed = name.trim()
  return (
    trimmed !== '' &&
    trimmed !== '.' &&
    trimmed !== '..' &&
    !name.includes('/') &&
    !TURNS_DIRECTION.test(name) &&
    [...name].length <= LIMITS.nameLength
  )
}

export function extensionOf(name: string): Extension | undefined {
  const ext = EXTENSION.exec(name)?.[1]?.toLowerCase()
  return EXTENSIONS.find((allowed) => allowed === ext)
}

export const extensionPart = (name: string): string => EXTENSION.exec(name)?.[0] ?? ''

export function changesExtension(name: string, extension: string): boolean {
  const own = extensionPart(name).toLowerCase()
  return extension !== '' && own !== extension.toLowerCase() && LIKE_EXTENSION.test(own)
}

export const stepsOf = (relativePath: string): string[] =>
  relativePath
    .split('/')
    .map(cleanName)
    .filter((step) => !['', '.', '..'].includes(step.trim()))

export function splitRelativePath(relativePath: string): { folders: string[]; name: string } {
  const steps = stepsOf(relativePath)
  return { folders: steps.slice(0, -1), name: steps.at(-1) ?? '' }
}

/** Otherwise `a//.pdf` would become `.pdf` in `a`. Browsers may add outer slashes. */
export const hasNamelessStep = (relativePath: string): boolean =>
  relativePath
    .replace(/^\//, '')
    .replace(/\/$/, '')
    .split('/')
    .some((step, _, steps) => steps.length > 1 && cleanName(step).trim() === '')

export function refusedName(folders: readonly string[], name: string): RejectionCode | undefined {
  if (![...folders, name].every(isUsableName)) return 'NAME'
  if (extensionOf(name) !== undefined && extensionPart(name) === name.trim()) return 'NAME'
  if (folders.length > LIMITS.treeDepth) return 'DEPTH'
  return extensionOf(name) === undefined ? 'EXTENSION' : undefined
}

export function numberedName(name: string, number: number, folder: boolean): string {
  if (number === 1) return name
  const extension = folder ? '' : extensionPart(name)
  const ending = ` (${number})${extension}`
  const stem = [...name.slice(0, name.length - extension.length)].slice(
    0,
    LIMITS.nameLength - ending.length,
  )
  return `${stem.join('')}${ending}`
}
