import { findByNumber } from '../../../contract/features/documents/numbering.ts'
import type { Api } from '../../lib/api/api.ts'

export interface FoundByNumber {
  readonly itemId: number
  readonly parent: number
  readonly isFolder: boolean
}

const NUMBER = /^\d+(\.\d+)*\.?$/

/**
 * Requires a dot, since a whole number may as well be part of a name.
 * @returns undefined for other texts, and if no item has the number.
 */
export async function findNumber(api: Api, roomId: number, text: string): Promise<FoundByNumber | undefined> {
  if (!text.includes('.') || !NUMBER.test(text)) return undefined
  try {
    return await api.call(findByNumber, { body: { roomId, number: text.replace(/\.$/, '') } })
  } catch {
    // The search that follows reports any error.
    return undefined
  }
}
