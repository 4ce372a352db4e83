import type { ThreadType } from '../../../contract/features/threads/thread-states.ts'

interface Numbered {
  readonly type: ThreadType
  readonly code: string
  readonly number: number
}

const DIGITS = 3

export const ownNumber = ({ type, number }: Pick<Numbered, 'type' | 'number'>): string =>
  `${type === 'QUESTION' ? 'Q' : 'R'}-${String(number).padStart(DIGITS, '0')}`

export const fullNumber = (thread: Numbered): string => `${thread.code}/${ownNumber(thread)}`

export const faqNumber = (number: number): string => `FAQ-${String(number).padStart(DIGITS, '0')}`
