import { atEnd } from './app.tsx'

interface InterceptedCall {
  readonly path: string
  readonly body: string
  send(): Promise<Response>
}

export function intercept(handle: (call: InterceptedCall) => Promise<Response>): () => void {
  const original = window.fetch
  window.fetch = (input, init) => {
    const { pathname: path } = new URL(input instanceof Request ? input.url : input, location.href)
    return handle({
      path,
      body: typeof init?.body === 'string' ? init.body : '',
      send: () => original(input, init),
    })
  }
  const stop = () => {
    window.fetch = original
  }
  atEnd(stop)
  return stop
}
