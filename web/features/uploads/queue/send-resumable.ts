import type { DetailedError } from 'tus-js-client'
import { BASE_PATH } from '../../../../contract/core/base-path.ts'
import { create, TUS_VERSION } from '../../../../contract/features/uploads.ts'
import type { Api, TransportAuth } from '../../../lib/api/api.ts'
import type { Progress } from '../../../lib/api/send-form.ts'
import { type BatchResult, rejectedIn } from './send-batch.ts'
import type { Job } from './upload-job.ts'
import { lastSegment } from './upload-results.ts'

const ENDPOINT = `${BASE_PATH}${create.path}`
/** A file goes in requests of this size. After each the server confirms how much it has, from where a broken upload continues. */
const CHUNK_BYTES = 32 * 1024 * 1024

export interface ResumableOptions {
  readonly signal: AbortSignal
  readonly onProgress: Progress
  readonly onUpload: (upload: string) => void
}

const uploadUrl = (upload: string): string => `${location.origin}${ENDPOINT}/${upload}`

function metadataOf({
  path,
  parent,
  conflict,
  staged,
  submits,
  file,
}: Job): Record<string, string> {
  const own = {
    name: lastSegment(path),
    parent: String(parent),
    modifiedAt: new Date(file.lastModified).toISOString(),
  }
  if (submits) return own
  return {
    ...own,
    relativePath: path,
    conflict,
    ...(staged === undefined ? {} : { staged: String(staged) }),
  }
}

/** The library does not parse our server's envelopes. */
function refusalOf(auth: TransportAuth, error: Error | DetailedError): Error {
  const answer = 'originalResponse' in error ? error.originalResponse : null
  return auth.refusal(answer?.getStatus() ?? 0, answer?.getBody() ?? '')
}

export async function sendResumable(
  api: Api,
  job: Job,
  options: ResumableOptions,
): Promise<BatchResult> {
  const auth = api.transportAuth()
  const { Upload } = await import('tus-js-client').catch(() => {
    throw auth.refusal(0, '')
  })
  const { signal, onProgress, onUpload } = options
  let stop = () => {}
  const stored = new Promise<string>((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const upload = new Upload(job.file, {
      ...(job.upload === undefined ? { endpoint: ENDPOINT } : { uploadUrl: uploadUrl(job.upload) }),
      metadata: metadataOf(job),
      headers: { ...auth.headers },
      chunkSize: CHUNK_BYTES,
      retryDelays: null,
      // File names must not enter the browser's storage.
      storeFingerprintForResuming: false,
      onProgress,
      onUploadUrlAvailable: () => onUpload(lastSegment(upload.url ?? '')),
      onError: (error) => reject(refusalOf(auth, error)),
      onSuccess: ({ lastResponse }) =>
        resolve(decodeURIComponent(lastResponse.getHeader('Sealroom-Name') ?? '')),
    })
    stop = () => {
      void upload.abort()
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop)
    upload.start()
  })
  try {
    return { stored: [await stored], rejected: [] }
  } catch (error) {
    return rejectedIn(error)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

export async function discardUpload(api: Api, upload: string): Promise<void> {
  const { headers, refusal } = api.transportAuth()
  const answer = await fetch(uploadUrl(upload), {
    method: 'DELETE',
    headers: { ...headers, 'tus-resumable': TUS_VERSION },
  }).catch(() => {
    throw refusal(0, '')
  })
  if (!answer.ok && answer.status !== 404 && answer.status !== 410)
    throw refusal(answer.status, await answer.text())
}
