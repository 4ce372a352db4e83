import { Refusal } from '../../platform/http/refusal.ts'
import { changesExtension, cleanName, extensionPart, isUsableName } from './documents.rules.ts'

/**
 * The name that an item gets where somebody wants it to be called so. A file keeps its extension as it is spelled: the wanted name may end
 * with it or leave it out.
 * @throws Refusal NAME_UNUSABLE; EXTENSION_FIXED where another extension is wanted.
 */
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
