import { createPrivateKey, X509Certificate } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { publishFile } from '../../../platform/encryption/durable-files.ts'
import { SigningError } from '../signing-error.ts'
import { localIdentity, nearsEnd, type SealIdentity } from './identity.ts'
import { makeCertificate } from './make-certificate.ts'

const FILE = /^seal-(\d+)\.key$/

/**
 * Returns the newest of `seal-1.key` and so on. One node makes it on first use and before expiry.
 * @throws SigningError CERTIFICATE if a file is damaged
 */
export async function ownIdentity(keyDir: string, host: string, now: Date): Promise<SealIdentity> {
  const last = await newest(keyDir)
  const known = last === 0 ? undefined : await read(keyDir, last)
  if (known && !nearsEnd(known, now)) return known
  const { key, certificate } = await makeCertificate(host, now)
  await publishFile(
    keyDir,
    nameOf(last + 1),
    Buffer.from(`${pem('PRIVATE KEY', key)}${pem('CERTIFICATE', certificate)}`),
  )
  return await read(keyDir, last + 1)
}

const nameOf = (number: number): string => `seal-${number}.key`

async function newest(keyDir: string): Promise<number> {
  const numbers = (await fs.readdir(keyDir)).map((name) => Number(FILE.exec(name)?.[1] ?? 0))
  return Math.max(0, ...numbers)
}

async function read(keyDir: string, number: number): Promise<SealIdentity> {
  const file = path.join(keyDir, nameOf(number))
  try {
    const text = await fs.readFile(file, 'utf8')
    return localIdentity(createPrivateKey(text), [
      new X509Certificate(text.slice(text.indexOf('-----BEGIN CERTIFICATE'))),
    ])
  } catch {
    throw new SigningError(
      'CERTIFICATE',
      `the file ${file} is damaged: restore it, or remove it for another certificate to be made`,
    )
  }
}

const pem = (label: string, der: Buffer): string =>
  `-----BEGIN ${label}-----\n${der.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END ${label}-----\n`
