import { Refusal } from '../../../platform/http/refusal.ts'
import { changesExtension, cleanName, extensionPart, isUsableName } from '../documents.rules.ts'

/** A file keeps its extension as spelled. `wanted` may omit it. @throws Refusal NAME_UNUSABLE; EXTENSION_FIXED. */
export function wantedName(item: { readonly name: string; readonly folder: boolean }, wanted: string): string {
  const cleaned = cleanName(wanted).trim()
  const extension = item.folder ? '' : extensionPart(item.name)
  if (changesExtension(cleaned, extension)) throw new Refusal('EXTENSION_FIXED', { variables: { ext: extension } })
  const hasOwn = extensionPart(cleaned).toLowerCase() === extension.toLowerCase()
  const stem = hasOwn ? cleaned.slice(0, cleaned.length - extension.length) : cleaned
  const name = `${stem}${extension}`
  if (!isUsableName(stem) || !isUsableName(name)) throw new Refusal('NAME_UNUSABLE')
  return name
}
