import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { S3Bucket } from '../../platform/blob/s3/s3-bucket.ts'

type Access = Omit<ConstructorParameters<typeof S3Bucket>[0], 'bucket'> & {
  readonly endpoint: string
}

export interface ConditionalStorage {
  readonly endpoint: string
  refused(): number
  /** The next conditional write gets status 400. */
  failNext(code: string): void
  close(): void
}

const CHANGED =
  '<?xml version="1.0"?><Error><Code>PreconditionFailed</Code><Message>Another object is there.</Message></Error>'

/** Debian's Swift refuses conditional writes, so this stands before it and keeps them. */
export async function startConditionalStorage(access: Access): Promise<ConditionalStorage> {
  let refused = 0
  let failing: string | undefined
  const forward = (from: IncomingMessage, to: ServerResponse): void => {
    const { method, url, headers } = from
    const onward = request(access.endpoint + String(url), { method, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(to)
    })
    onward.on('error', () => to.destroy())
    from.pipe(onward)
  }
  const put = async (from: IncomingMessage, to: ServerResponse): Promise<void> => {
    const [, bucket = '', ...steps] = new URL(String(from.url), access.endpoint).pathname.split('/')
    const key = steps.map(decodeURIComponent).join('/')
    const bytes = await buffer(from)
    if (failing !== undefined) {
      to.writeHead(400, { 'content-type': 'application/xml' }).end(
        `<?xml version="1.0"?><Error><Code>${failing}</Code></Error>`,
      )
      failing = undefined
      return
    }
    const client = new S3Bucket({ ...access, bucket })
    try {
      const found = await client.find(key, 0, 1)
      const isAsked =
        from.headers['if-none-match'] === '*'
          ? found === undefined
          : from.headers['if-match'] === found?.etag
      if (isAsked) await client.put(key, bytes)
      else refused += 1
      to.writeHead(isAsked ? 200 : 412, { 'content-type': 'application/xml' }).end(
        isAsked ? '' : CHANGED,
      )
    } finally {
      client.close()
    }
  }
  const server = createServer((from, to) => {
    const isConditional =
      from.method === 'PUT' &&
      (from.headers['if-match'] ?? from.headers['if-none-match']) !== undefined
    if (isConditional) void put(from, to).catch(() => to.destroy())
    else forward(from, to)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    endpoint: `http://127.0.0.1:${port}`,
    refused: () => refused,
    failNext(code) {
      failing = code
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
