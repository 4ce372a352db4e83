import { S3Client } from '@aws-sdk/client-s3'
import { quietS3Library } from '../../config/quiet-libraries.ts'
import type { StorageAnswer } from '../../metrics/metrics.ts'
import { isAbsent, isBeyondEnd, isChanged } from './bucket-answers.ts'

const CONNECT_WITHIN_MS = 5_000
const SILENCE_MS = 30_000
const CONNECTIONS = 64
/** Random waits double between attempts. */
const ATTEMPTS = 5

export interface S3Access {
  readonly bucket: string
  readonly endpoint?: string | undefined
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly onAnswer?: ((answer: StorageAnswer) => void) | undefined
}

export function createS3Client({
  endpoint,
  region,
  accessKeyId,
  secretAccessKey,
  onAnswer,
}: S3Access): S3Client {
  quietS3Library()
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: ATTEMPTS,
    // Other servers lack bucket host names and newer checksums, but check Content-MD5.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN_MS,
      requestTimeout: SILENCE_MS,
      httpAgent: { maxSockets: CONNECTIONS },
      httpsAgent: { maxSockets: CONNECTIONS },
    },
  })
  if (onAnswer) measureCalls(client, onAnswer)
  return client
}

function measureCalls(client: S3Client, onAnswer: (answer: StorageAnswer) => void): void {
  client.middlewareStack.add(
    (next, { commandName = 'Other' }) =>
      async (args) => {
        const began = performance.now()
        const report = (isFailed: boolean): void =>
          onAnswer({
            call: commandName.replace(/Command$/, ''),
            seconds: (performance.now() - began) / 1_000,
            isFailed,
          })
        try {
          const answer = await next(args)
          report(false)
          return answer
        } catch (error) {
          report(!isAbsent(error) && !isBeyondEnd(error) && !isChanged(error))
          throw error
        }
      },
    { step: 'initialize', name: 'sealroomMeasure' },
  )
}
