import { foldName } from '../../../../contract/core/name-key.ts'
import { cleanName, extensionOf, extensionPart, isUsableName } from '../documents.rules.ts'

/** A document may come as any type of file, so its name is compared without the extension. */
const stemOf = (name: string): string => (extensionOf(name) === undefined ? name : name.slice(0, -extensionPart(name).length))

export const foldedStem = (name: string): string => foldName(stemOf(name).trim())

/** The longest extension with its dot. */
const EXTENSION_LENGTH = 5
const LONGEST = 255 - EXTENSION_LENGTH

/** @returns undefined for what cannot be a document's name. */
export function expectedName(typed: string): string | undefined {
  const name = stemOf(cleanName(typed).trim()).trim()
  return isUsableName(name) && [...name].length <= LONGEST ? name : undefined
}
