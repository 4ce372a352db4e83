import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail server on the loopback that remembers what it took. */
export interface TestSmtpServer {
  readonly port: number
  /** All that arrived, as it came over the wire. */
  readonly received: Buffer[]
  /** The newest mail to an address; waits for nothing. */
  newestTo(address: string): Promise<Email | undefined>
  close(): Promise<void>
}

/** @param refuse the reply code with which a receiver is refused, or nothing. */
export async function startSmtpServer(
  refuse: (address: string) => number | undefined,
  options: SMTPServerOptions = {},
): Promise<TestSmtpServer> {
  const received: Buffer[] = []
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    closeTimeout: 100,
    onRcptTo({ address }, _session, callback) {
      const responseCode = refuse(address)
      callback(responseCode === undefined ? null : Object.assign(new Error('refused'), { responseCode }))
    },
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks))
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
