import { LIMITS } from '../../../contract/core/limits.ts'

const ENDING = '.pdf'

/** The name of the file in which a document is given out: people name it as they like. */
export function fileNameOf(name: string): string {
  if (name.toLowerCase().endsWith(ENDING)) return name
  return `${[...name].slice(0, LIMITS.nameLength - ENDING.length).join('')}${ENDING}`
}
