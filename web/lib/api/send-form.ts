/** Sent bytes include part headers. */
export type Progress = (sent: number, total: number) => void

interface FormAnswer {
  readonly http: number
  readonly body: unknown
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** XMLHttpRequest reports upload progress, unlike fetch. Rejects on abort or without an answer. */
export function sendForm(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  form: FormData,
  options: { readonly signal?: AbortSignal; readonly onProgress?: Progress },
): Promise<FormAnswer> {
  return new Promise((resolve, reject) => {
    if (options.signal?.aborted) return reject(options.signal.reason)
    const request = new XMLHttpRequest()
    request.open(method, path)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    const stop = () => request.abort()
    options.signal?.addEventListener('abort', stop, { once: true })
    request.upload.onprogress = (event) => options.onProgress?.(event.loaded, event.total)
    request.onload = () => resolve({ http: request.status, body: parsed(request.responseText) })
    request.onerror = () => reject(new Error('no answer'))
    request.onabort = () => reject(options.signal?.reason ?? new Error('aborted'))
    request.onloadend = () => options.signal?.removeEventListener('abort', stop)
    request.send(form)
  })
}
