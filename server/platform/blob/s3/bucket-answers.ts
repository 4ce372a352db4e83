import { NoSpaceError, StorageUnavailableError } from '../blob-store.ts'
import { codeOf, statusOf } from './storage-error.ts'

const ABSENT = ['NoSuchKey', 'NotFound', 'NoSuchUpload']

export const isAbsent = (error: unknown): boolean => ABSENT.includes(codeOf(error))

export const isBeyondEnd = (error: unknown): boolean =>
  codeOf(error) === 'InvalidRange' || statusOf(error) === 416

/** 409 is the answer of Amazon to two conditional writes at once. */
export const isChanged = (error: unknown): boolean =>
  statusOf(error) === 412 || codeOf(error) === 'ConditionalRequestConflict'

/** Servers with conditions answer so too, with status 400. */
const UNRELATED = [
  'RequestTimeout',
  'ExpiredToken',
  'InvalidToken',
  'BadDigest',
  'InvalidDigest',
  'IncompleteBody',
]

export function outcomeOfRefusal(error: unknown): 'changed' | 'unconditional' {
  if (isChanged(error) || isAbsent(error)) return 'changed'
  const [status, code] = [statusOf(error), codeOf(error)]
  if (status === 501 || code === 'NotImplemented' || (status === 400 && !UNRELATED.includes(code)))
    return 'unconditional'
  throw error
}

const FULL = ['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'EntityTooLarge']

export async function answered<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof StorageUnavailableError) throw error
    throw FULL.includes(codeOf(error)) || statusOf(error) === 507
      ? new NoSpaceError(error)
      : new StorageUnavailableError(error)
  }
}

/** Servers without these features answer so. */
const WITHOUT = [
  'ObjectLockConfigurationNotFoundError',
  'NotImplemented',
  'NoSuchObjectLockConfiguration',
]

export const ifAllowed = <T>(asking: Promise<T>, without: T): Promise<T | undefined> =>
  answered(
    asking.catch((error: unknown) => {
      if (WITHOUT.includes(codeOf(error)) || statusOf(error) === 501) return without
      if (statusOf(error) === 403) return undefined
      throw error
    }),
  )

export const ifThere = <T>(asking: Promise<T>): Promise<T | undefined> =>
  answered(
    asking.catch((error: unknown) => {
      if (isAbsent(error)) return undefined
      throw error
    }),
  )
