import type { PayloadOut } from '../../../../contract/core/operation.ts'
import type { join } from '../../../../contract/features/session.ts'

export type Entered = PayloadOut<typeof join>

export interface SecondStep {
  readonly email: string
  readonly askedAt: number
  /** Earlier releases know only the mailed code. */
  readonly ways?: readonly string[] | undefined
}

export type SessionRecord = Omit<Entered, 'secondsLeft'> & {
  readonly agreed: boolean
  readonly endsAt?: number
  readonly step?: SecondStep
}

const FIELDS = {
  jwt: 'string',
  roomId: 'number',
  roomNo: 'string',
  roleId: 'number',
  userId: 'number',
  id: 'number',
  email: 'string',
  name: 'string',
  print: 'boolean',
  download: 'boolean',
  agreed: 'boolean',
} as const satisfies Record<
  Exclude<keyof SessionRecord, 'step' | 'endsAt'>,
  'string' | 'number' | 'boolean'
>

export const isSession = (value: unknown): value is SessionRecord =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(FIELDS).every(([field, type]) => typeof Reflect.get(value, field) === type)

export const fitting =
  <T>(fits: (value: unknown) => value is T) =>
  (value: unknown): T | undefined =>
    fits(value) ? value : undefined
