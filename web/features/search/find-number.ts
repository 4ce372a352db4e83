import { findByNumber } from '../../../contract/features/documents/numbering.ts'
import type { Api } from '../../lib/api/api.ts'

export interface FoundByNumber {
  readonly itemId: number
  readonly parent: number
  readonly isFolder: boolean
}

const NUMBER = /^\d+(\.\d+)*\.?$/

/** A whole number may be part of a name, so a dot is required. @returns undefined without a match. */
export async function findNumber(
  api: Api,
  roomId: number,
  text: string,
): Promise<FoundByNumber | undefined> {
  if (!text.includes('.') || !NUMBER.test(text)) return undefined
  try {
    return await api.call(findByNumber, { body: { roomId, number: text.replace(/\.$/, '') } })
  } catch {
    // The following search reports any error.
    return undefined
  }
}
