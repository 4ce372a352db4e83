import { readdirSync, readFileSync } from 'node:fs'
import { at } from '../lib/project.mjs'

function catalogueOf(language) {
  const folder = at('web', 'locales', language)
  return Object.fromEntries(
    readdirSync(folder).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')),
    ]),
  )
}

export const allTextsOf = (language) =>
  Object.values(catalogueOf(language)).flatMap((texts) => Object.values(texts))

export function textsOf(language) {
  const texts = catalogueOf(language)
  const plural = new Intl.PluralRules(language)
  const number = new Intl.NumberFormat(language)
  return (key, values = {}) => {
    const [file, name] = key.split('.')
    const forms =
      'count' in values ? [`${name}_${plural.select(values.count)}`, `${name}_other`, name] : [name]
    const text = forms.map((form) => texts[file]?.[form]).find((found) => found !== undefined)
    if (text === undefined) throw new Error(`no text ${key} in ${language}`)
    return text.replace(/\{\{(\w+)(, number)?\}\}/g, (_, value, isNumber) =>
      isNumber ? number.format(values[value]) : values[value],
    )
  }
}
