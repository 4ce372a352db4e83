import { findByNumber } from '../../../contract/features/documents/numbering.ts'
import type { Api } from '../../lib/api/api.ts'

export interface FoundByNumber {
  readonly itemId: number
  readonly parent: number
  readonly isFolder: boolean
}

const NUMBER = /^\d+(\.\d+)*\.?$/

/** A whole number alone may as well be looked for in names: a dot makes it one of the index. @returns undefined for other texts, and where nothing has it */
export async function findNumber(api: Api, roomId: number, text: string): Promise<FoundByNumber | undefined> {
  if (!text.includes('.') || !NUMBER.test(text)) return undefined
  try {
    return await api.call(findByNumber, { body: { roomId, number: text.replace(/\.$/, '') } })
  } catch {
    // The search says what is wrong, if anything is.
    return undefined
  }
}
