import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { openssl } from './pdf-tools.ts'

/** Status answers may be foreign or stale. */
export type AuthorityManner =
  | 'well'
  | 'garbage'
  | 'oversized'
  | 'elsewhere'
  | 'cut'
  | 'silent'
  | 'forged'
  | 'outdated'
export type AuthorityPlace = 'ocsp' | 'crl' | 'issuer'

interface Issuing {
  readonly extensions?: string
  readonly places?: readonly AuthorityPlace[]
  readonly host?: string
}

export interface CertificateAuthority {
  readonly folder: string
  readonly certificate: string
  issue(name: string, issuing?: Issuing): void
  p12(name: string, password: string): string
  revoke(name: string, reason: string): void
  answer(manners: Partial<Record<AuthorityPlace, AuthorityManner>>): void
  readonly asked: readonly AuthorityPlace[]
  close(): Promise<void>
}

const PLACES: readonly AuthorityPlace[] = ['ocsp', 'crl', 'issuer']
const OVERSIZED = 11 * 2 ** 20

const config = (folder: string): string => `
[req]
distinguished_name = name
[name]
[ca]
default_ca = own
[own]
database = ${folder}/index.txt
serial = ${folder}/serial
new_certs_dir = ${folder}
certificate = ${folder}/ca.crt
private_key = ${folder}/ca.key
default_md = sha256
default_days = 30
default_crl_days = 7
policy = any
unique_subject = no
[any]
commonName = supplied
[root]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign,cRLSign
[responder]
extendedKeyUsage = OCSPSigning
noCheck = ignored
`

const said = (url: string, places: readonly AuthorityPlace[]): string =>
  [
    ...(places.includes('crl') ? [`crlDistributionPoints = URI:${url}/crl`] : []),
    ...(places.includes('ocsp') || places.includes('issuer')
      ? [
          `authorityInfoAccess = ${[
            places.includes('ocsp') && `OCSP;URI:${url}/ocsp`,
            places.includes('issuer') && `caIssuers;URI:${url}/issuer`,
          ]
            .filter(Boolean)
            .join(',')}`,
        ]
      : []),
  ].join('\n')

interface AuthorityFiles {
  readonly folder: string
  readonly file: (name: string) => string
  readonly call: (...args: readonly string[]) => void
  readonly sign: (name: string, section: string, extensions: string) => void
}

const FRESH = ['-nodes', '-newkey', 'rsa:2048', '-config', 'ca.cnf']

function openFiles(folder: string): AuthorityFiles {
  const file = (name: string): string => path.join(folder, name)
  const call = (...args: readonly string[]): void => openssl(folder, ...args)
  const sign = (name: string, section: string, extensions: string): void => {
    fs.writeFileSync(file(`${name}.cnf`), `${config(folder)}\n[issued]\n${extensions}\n`)
    call(
      'req',
      '-new',
      ...FRESH,
      '-subj',
      `/CN=${name}`,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
    )
    call(
      'ca',
      '-batch',
      '-notext',
      '-config',
      `${name}.cnf`,
      '-extensions',
      section,
      '-in',
      `${name}.csr`,
      '-out',
      `${name}.crt`,
    )
  }
  return { folder, file, call, sign }
}

function makeRoots({ folder, file, call }: AuthorityFiles): void {
  fs.writeFileSync(file('ca.cnf'), config(folder))
  fs.writeFileSync(file('index.txt'), '')
  fs.writeFileSync(file('serial'), '1001\n')
  for (const name of ['ca', 'other'])
    call(
      'req',
      '-x509',
      ...FRESH,
      '-extensions',
      'root',
      '-subj',
      '/CN=Test authority',
      '-days',
      '30',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.crt`,
    )
}

function made(
  { file, call }: AuthorityFiles,
  place: AuthorityPlace,
  manner: AuthorityManner,
  query: Buffer,
): Buffer {
  const name = randomUUID()
  if (place === 'issuer') call('x509', '-in', 'ca.crt', '-outform', 'DER', '-out', name)
  else if (place === 'crl') {
    const by = manner === 'forged' ? ['-keyfile', 'other.key', '-cert', 'other.crt'] : []
    const when =
      manner === 'outdated'
        ? ['-crl_lastupdate', '200101000000Z', '-crl_nextupdate', '200201000000Z']
        : []
    call('ca', '-config', 'ca.cnf', '-gencrl', ...by, ...when, '-out', `${name}.pem`)
    call('crl', '-in', `${name}.pem`, '-outform', 'DER', '-out', name)
  } else {
    fs.writeFileSync(file(`${name}.req`), query)
    const by =
      manner === 'forged'
        ? ['-rsigner', 'other.crt', '-rkey', 'other.key']
        : ['-rsigner', 'responder.crt', '-rkey', 'responder.key']
    call(
      'ocsp',
      '-index',
      'index.txt',
      '-CA',
      'ca.crt',
      ...by,
      '-reqin',
      `${name}.req`,
      '-respout',
      name,
      '-ndays',
      '7',
    )
  }
  return fs.readFileSync(file(name))
}

export async function startCertificateAuthority(parent: string): Promise<CertificateAuthority> {
  const folder = fs.mkdtempSync(path.join(parent, 'ca-'))
  const files = openFiles(folder)
  const { file, call, sign } = files
  makeRoots(files)
  sign('responder', 'responder', '')
  let manners: Record<AuthorityPlace, AuthorityManner> = {
    ocsp: 'well',
    crl: 'well',
    issuer: 'well',
  }
  let asked: AuthorityPlace[] = []

  const server = http.createServer((request, response) => {
    void buffer(request).then((query) => {
      const place = PLACES.find((one) => request.url === `/${one}`)
      if (!place) return response.writeHead(404).end()
      asked.push(place)
      const manner = manners[place]
      if (manner === 'silent') return undefined
      if (manner === 'cut') return request.socket.destroy()
      if (manner === 'garbage') return response.end('<html>nothing of the kind</html>')
      if (manner === 'oversized') return response.end(Buffer.alloc(OVERSIZED, 0x30))
      if (manner === 'elsewhere') return response.writeHead(302, { Location: '/issuer' }).end()
      return response.end(made(files, place, manner, query))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    folder,
    certificate: file('ca.crt'),
    issue(name, { extensions = '', places = PLACES, host = '127.0.0.1' } = {}) {
      sign(name, 'issued', [extensions, said(`http://${host}:${port}`, places)].join('\n'))
    },
    p12(name, password) {
      call(
        'pkcs12',
        '-export',
        '-inkey',
        `${name}.key`,
        '-in',
        `${name}.crt`,
        '-passout',
        `pass:${password}`,
        '-out',
        `${name}.p12`,
      )
      return file(`${name}.p12`)
    },
    revoke(name, reason) {
      call('ca', '-config', 'ca.cnf', '-revoke', `${name}.crt`, '-crl_reason', reason)
    },
    answer(next) {
      manners = { ocsp: 'well', crl: 'well', issuer: 'well', ...next }
      asked = []
    },
    get asked() {
      return asked
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
