/** The same answer, of which `onReceived` hears how many bytes have come so far, each time some came. */
export function countBytes(response: Response, onReceived: (bytes: number) => void): Response {
  if (!response.body) return response
  let received = 0
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      received += chunk.length
      onReceived(received)
      controller.enqueue(chunk)
    },
  })
  return new Response(response.body.pipeThrough(counter), { headers: response.headers })
}
