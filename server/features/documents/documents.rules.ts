import type { RejectionCode } from '../../../contract/core/errors.ts'
import { EXTENSIONS, type Extension, LIMITS } from '../../../contract/core/limits.ts'
import { normaliseName } from '../../../contract/core/name-key.ts'
import { BREAKS_LINE, TURNS_DIRECTION } from '../../../contract/core/one-line.ts'

const CONTROL = new RegExp(BREAKS_LINE, 'gu')
const EXTENSION = /\.([a-z0-9]+)$/i
/** What people take for an extension: short, and unlike the end of "v1.2" it begins with a letter. */
const LIKE_EXTENSION = /^\.[a-z][a-z0-9]{1,4}$/i

/** A name as it is stored: NFC, one line. */
export function cleanName(name: string): string {
  // What stood between two letters may have kept them from being composed, so it goes first.
  return normaliseName(name.replace(CONTROL, ''))
}

/** Whether a cleaned name can be the name of a file or folder. Names are text only, no path is ever made of them. */
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

/** The allowed extension of a file name in lower case, or undefined. A trailing dot or space leaves none. */
export function extensionOf(name: string): Extension | undefined {
  const ext = EXTENSION.exec(name)?.[1]?.toLowerCase()
  return EXTENSIONS.find((allowed) => allowed === ext)
}

/** The end of a name from its last dot on, if that can be an extension; with the dot, as it is spelled. */
export const extensionPart = (name: string): string => EXTENSION.exec(name)?.[0] ?? ''

/** Whether a name ends with another extension than the one that must stay; '' is that of a folder, whose name is free. */
export function changesExtension(name: string, extension: string): boolean {
  const own = extensionPart(name).toLowerCase()
  return extension !== '' && own !== extension.toLowerCase() && LIKE_EXTENSION.test(own)
}

/** The names that a relative path leads through; `.`, `..` and empty steps are nothing. */
export const stepsOf = (relativePath: string): string[] =>
  relativePath
    .split('/')
    .map(cleanName)
    .filter((step) => !['', '.', '..'].includes(step.trim()))

/** A relative path as folders and a file name. */
export function splitRelativePath(relativePath: string): { folders: string[]; name: string } {
  const steps = stepsOf(relativePath)
  return { folders: steps.slice(0, -1), name: steps.at(-1) ?? '' }
}

/**
 * Whether a relative path leads through a folder without a name. Nobody's folders do, but a file called `a//.pdf` would come in as `.pdf` in a
 * folder `a`. One slash may stand before and one behind, as browsers write it.
 */
export const hasNamelessStep = (relativePath: string): boolean =>
  relativePath
    .replace(/^\//, '')
    .replace(/\/$/, '')
    .split('/')
    .some((step, _, steps) => steps.length > 1 && cleanName(step).trim() === '')

/** Why a file is refused for its name or its folders' names alone, as `splitRelativePath` gives them. */
export function refusedName(folders: readonly string[], name: string): RejectionCode | undefined {
  if (![...folders, name].every(isUsableName)) return 'NAME'
  // What is nothing but an extension is what is left of a name, as behind a slash in it.
  if (extensionOf(name) !== undefined && extensionPart(name) === name.trim()) return 'NAME'
  if (folders.length > LIMITS.treeDepth) return 'DEPTH'
  return extensionOf(name) === undefined ? 'EXTENSION' : undefined
}

/**
 * A name with a number where its own is taken: `계약서.pdf`, then `계약서 (2).pdf`, ... Number 1 is the name itself. A stem is cut where
 * name and number together would be too long.
 */
export function numberedName(name: string, number: number, folder: boolean): string {
  if (number === 1) return name
  const extension = folder ? '' : extensionPart(name)
  const ending = ` (${number})${extension}`
  const stem = [...name.slice(0, name.length - extension.length)].slice(0, LIMITS.nameLength - ending.length)
  return `${stem.join('')}${ending}`
}
