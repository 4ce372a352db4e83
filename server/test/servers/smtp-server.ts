import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface TestSmtpServer {
  readonly port: number
  readonly received: Buffer[]
  /** It runs before the sender's answer. */
  beforeAnswer(hook?: () => void): void
  newestTo(address: string): Promise<Email | undefined>
  close(): Promise<void>
}

/** @param refuse returns an SMTP code, or undefined */
export async function startSmtpServer(
  refuse: (address: string) => number | undefined,
  options: SMTPServerOptions = {},
): Promise<TestSmtpServer> {
  const received: Buffer[] = []
  let hook: (() => void) | undefined
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    closeTimeout: 100,
    onRcptTo({ address }, _session, callback) {
      const responseCode = refuse(address)
      callback(
        responseCode === undefined ? null : Object.assign(new Error('refused'), { responseCode }),
      )
    },
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks))
        hook?.()
        callback()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    beforeAnswer(next) {
      hook = next
    },
    async newestTo(address) {
      for (const content of received.toReversed()) {
        const mail = await PostalMime.parse(content)
        if (mail.to?.some((to) => to.address === address)) return mail
      }
      return undefined
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
