import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { CertificateAuthority } from './certificate-authority.ts'
import { openssl } from './pdf-tools.ts'

/** `wrong` covers other data. */
type Manner = 'well' | 'refusing' | 'wrong' | 'forged'

export const PURPOSE = 'extendedKeyUsage = critical,timeStamping'

export interface TimeStampAuthority {
  readonly url: string
  answer(manner: Manner): void
  close(): Promise<void>
}

const CONFIG = (folder: string, extensions: string): string => `
[req]
distinguished_name = name
[name]
[tsa_cert]
keyUsage = critical,digitalSignature
${extensions}
[tsa]
serial = ${folder}/serial
signer_cert = ${folder}/tsa.crt
signer_key = ${folder}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_chain = no
`

/**
 * @param extensions OpenSSL lines.
 * @param issuer self-signed by default.
 */
export async function startTimeStampAuthority(
  parent: string,
  extensions = PURPOSE,
  issuer?: CertificateAuthority,
): Promise<TimeStampAuthority> {
  const folder = fs.mkdtempSync(path.join(parent, 'tsa-'))
  const config = path.join(folder, 'tsa.cnf')
  fs.writeFileSync(config, CONFIG(folder, extensions))
  fs.writeFileSync(path.join(folder, 'serial'), '01\n')
  const subject = ['-subj', '/CN=Test time stamps', '-days', '30', '-nodes', '-newkey', 'rsa:2048']
  if (issuer) {
    issuer.issue('tsa', { extensions: `keyUsage = critical,digitalSignature\n${extensions}` })
    for (const end of ['key', 'crt'])
      fs.copyFileSync(path.join(issuer.folder, `tsa.${end}`), path.join(folder, `tsa.${end}`))
  } else
    openssl(
      folder,
      'req',
      '-x509',
      '-config',
      config,
      '-extensions',
      'tsa_cert',
      ...subject,
      '-keyout',
      'tsa.key',
      '-out',
      'tsa.crt',
    )
  let manner: Manner = 'well'
  let last: string | undefined
  const answered = (bytes: Buffer): Buffer =>
    manner === 'forged' ? Buffer.from(bytes.with(-9, (bytes.at(-9) ?? 0) ^ 1)) : bytes
  const server = http.createServer((request, response) => {
    void buffer(request).then((query) => {
      if (manner === 'refusing') return response.writeHead(503).end()
      const name = path.join(folder, randomUUID())
      fs.writeFileSync(`${name}.tsq`, query)
      const asked = manner === 'wrong' && last ? last : name
      last = name
      openssl(
        folder,
        'ts',
        '-reply',
        '-config',
        config,
        '-section',
        'tsa',
        '-queryfile',
        `${asked}.tsq`,
        '-out',
        `${name}.tsr`,
      )
      return response
        .setHeader('Content-Type', 'application/timestamp-reply')
        .end(answered(fs.readFileSync(`${name}.tsr`)))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    answer(next) {
      manner = next
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
