import type { RejectionCode } from '../../../contract/core/errors.ts'
import { EXTENSIONS, type Extension, LIMITS } from '../../../contract/core/limits.ts'
import { normaliseName } from '../../../contract/core/name-key.ts'
import { BREAKS_LINE, TURNS_DIRECTION } from '../../../contract/core/one-line.ts'

const CONTROL = new RegExp(BREAKS_LINE, 'gu')
const EXTENSION = /\.([a-z0-9]+)$/i
/** An extension starts with a letter, unlike in "v1.2". */
const LIKE_EXTENSION = /^\.[a-z][a-z0-9]{1,4}$/i

/** Normalizes to NFC on one line. */
export function cleanName(name: string): string {
  // A control character may separate combining letters.
  return normaliseName(name.replace(CONTROL, ''))
}

/** Takes a cleaned name. Names never become file system paths. */
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

/** A trailing dot or space leaves no extension. */
export function extensionOf(name: string): Extension | undefined {
  const ext = EXTENSION.exec(name)?.[1]?.toLowerCase()
  return EXTENSIONS.find((allowed) => allowed === ext)
}

/** Returns the dot too, as spelled, or ''. */
export const extensionPart = (name: string): string => EXTENSION.exec(name)?.[0] ?? ''

/** An empty `extension` is a folder's and allows any. */
export function changesExtension(name: string, extension: string): boolean {
  const own = extensionPart(name).toLowerCase()
  return extension !== '' && own !== extension.toLowerCase() && LIKE_EXTENSION.test(own)
}

/** Ignores `.`, `..` and empty steps. */
export const stepsOf = (relativePath: string): string[] =>
  relativePath
    .split('/')
    .map(cleanName)
    .filter((step) => !['', '.', '..'].includes(step.trim()))

export function splitRelativePath(relativePath: string): { folders: string[]; name: string } {
  const steps = stepsOf(relativePath)
  return { folders: steps.slice(0, -1), name: steps.at(-1) ?? '' }
}

/** `a//.pdf` would become `.pdf` in `a`. Browsers may add one slash on either end. */
export const hasNamelessStep = (relativePath: string): boolean =>
  relativePath
    .replace(/^\//, '')
    .replace(/\/$/, '')
    .split('/')
    .some((step, _, steps) => steps.length > 1 && cleanName(step).trim() === '')

/** Takes the result of `splitRelativePath`. */
export function refusedName(folders: readonly string[], name: string): RejectionCode | undefined {
  if (![...folders, name].every(isUsableName)) return 'NAME'
  // A name with a slash may leave a bare extension.
  if (extensionOf(name) !== undefined && extensionPart(name) === name.trim()) return 'NAME'
  if (folders.length > LIMITS.treeDepth) return 'DEPTH'
  return extensionOf(name) === undefined ? 'EXTENSION' : undefined
}

/** Number 2 gives `계약서 (2).pdf`. Long stems are cut. */
export function numberedName(name: string, number: number, folder: boolean): string {
  if (number === 1) return name
  const extension = folder ? '' : extensionPart(name)
  const ending = ` (${number})${extension}`
  const stem = [...name.slice(0, name.length - extension.length)].slice(0, LIMITS.nameLength - ending.length)
  return `${stem.join('')}${ending}`
}
