import { atEnd } from './app.tsx'

/** A call of the client that is about to go out. */
interface Call {
  readonly path: string
  readonly body: string
  /** Sends it to the server. */
  send(): Promise<Response>
}

/** Lets `handle` stand between the client and its server until the test ends, or what comes back is called. */
export function intercept(handle: (call: Call) => Promise<Response>): () => void {
  const original = window.fetch
  window.fetch = (input, init) => {
    const { pathname: path } = new URL(input instanceof Request ? input.url : input, location.href)
    return handle({ path, body: typeof init?.body === 'string' ? init.body : '', send: () => original(input, init) })
  }
  const stop = () => {
    window.fetch = original
  }
  atEnd(stop)
  return stop
}
