export type StorageUrl =
  | { readonly kind: 'file' }
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string }

/** The source is https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const S3_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9!_.*'()/-]{0,500}))?$/

/** The returned prefix is empty or ends with a slash. */
export function parseStorageUrl(text: string): StorageUrl | undefined {
  if (text === 'file:') return { kind: 'file' }
  const [, bucket, path = ''] = S3_URL.exec(text) ?? []
  if (bucket === undefined || path.split('/').some((step) => step === '.' || step === '..'))
    return undefined
  const prefix = path.replace(/^\/+|\/+$/g, '')
  return { kind: 's3', bucket, prefix: prefix === '' ? '' : `${prefix}/` }
}
