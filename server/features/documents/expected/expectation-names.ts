import { foldName } from '../../../../contract/core/name-key.ts'
import { cleanName, extensionOf, extensionPart, isUsableName } from '../documents.rules.ts'

/** The document may have any type. */
const stemOf = (name: string): string =>
  extensionOf(name) === undefined ? name : name.slice(0, -extensionPart(name).length)

export const foldedStem = (name: string): string => foldName(stemOf(name).trim())

const EXTENSION_LENGTH = 5
const LONGEST = 255 - EXTENSION_LENGTH

export function expectedName(typed: string): string | undefined {
  const name = stemOf(cleanName(typed).trim()).trim()
  return isUsableName(name) && [...name].length <= LONGEST ? name : undefined
}
