import { StorageUnavailableError } from '../blob-store.ts'

/** The message contains no secret. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
}

interface Fault {
  readonly name?: string
  readonly code?: string
  readonly Code?: string
  readonly $metadata?: { readonly httpStatusCode?: number }
}

/** The source is https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html. */
const SENTENCES: Readonly<Record<string, string>> = {
  NoSuchBucket: 'STORAGE_URL: the bucket does not exist; create it, or correct its name',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID: the storage does not know this key',
  SignatureDoesNotMatch:
    'S3_SECRET_ACCESS_KEY: the storage refuses it; correct it, or S3_REGION where the bucket lies elsewhere',
  AccessDenied: 'S3_ACCESS_KEY_ID: this key may not list, read, write and delete in the bucket',
  AllAccessDisabled:
    'S3_ACCESS_KEY_ID: this key may not list, read, write and delete in the bucket',
  RequestTimeTooSkewed:
    'the clock of this machine and that of the storage differ by more than 15 minutes; set it, for example with NTP',
  AuthorizationHeaderMalformed: 'S3_REGION: the bucket lies in another region',
  PermanentRedirect: 'S3_REGION: the bucket lies in another region',
  ENOTFOUND: 'S3_ENDPOINT: no machine has this name',
  EAI_AGAIN: 'S3_ENDPOINT: its name cannot be looked up now',
  ECONNREFUSED: 'S3_ENDPOINT: nothing answers there',
  ETIMEDOUT: 'S3_ENDPOINT: no answer within the time',
  TimeoutError: 'S3_ENDPOINT: no answer within the time',
  CERT_HAS_EXPIRED: 'S3_ENDPOINT: its certificate has expired',
  SELF_SIGNED_CERT_IN_CHAIN:
    'S3_ENDPOINT: its certificate is not trusted here; set NODE_EXTRA_CA_CERTS',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'S3_ENDPOINT: its certificate is not trusted here; set NODE_EXTRA_CA_CERTS',
}

export const statusOf = (error: unknown): number | undefined =>
  (error as Fault | null)?.$metadata?.httpStatusCode

export function codeOf(error: unknown): string {
  const { Code, code, name = '' } = (error ?? {}) as Fault
  return Code ?? code ?? name
}

/** Returns undefined for errors that settings cannot resolve. */
export function asStorageError(error: unknown): StorageError | undefined {
  if (error instanceof StorageError) return error
  if (error instanceof StorageUnavailableError) return asStorageError(error.cause)
  const sentence =
    SENTENCES[codeOf(error)] ?? (statusOf(error) === 403 ? SENTENCES['AccessDenied'] : undefined)
  return sentence === undefined ? undefined : new StorageError(sentence, { cause: error })
}
