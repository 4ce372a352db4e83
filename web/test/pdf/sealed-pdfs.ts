import { createHash } from 'node:crypto'
import { PDF, type SignOptions } from '@libpdf/core'
import { expect } from 'vitest'
import type { SignatureFinding } from '../../verify/pdf/check-pdf.ts'
import { type KeyPair, signerOf } from '../sample-signer.ts'

export const SIGNED_AT = new Date('2026-05-04T03:02:01Z')

export const copy = (from: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(from)

export const latin = (from: Uint8Array): string => Buffer.from(from).toString('latin1')

export const fromLatin = (text: string): Uint8Array<ArrayBuffer> =>
  copy(Buffer.from(text, 'latin1'))

export const hex = (from: Uint8Array): string => createHash('sha256').update(from).digest('hex')

export async function plainPdf(): Promise<Uint8Array> {
  const pdf = PDF.create()
  pdf.addPage({ width: 300, height: 300 }).drawText('Contract over 100', { x: 20, y: 200 })
  return pdf.save()
}

export async function sign(
  key: KeyPair,
  from: Uint8Array,
  options: Omit<SignOptions, 'signer'> = {},
  by = key,
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDF.load(from)
  return copy(
    (await pdf.sign({ signer: signerOf(by), signingTime: SIGNED_AT, reason: '봉인', ...options }))
      .bytes,
  )
}

export const provenIn = (signatures: readonly SignatureFinding[]) =>
  signatures.filter((one) => one.isProven)

export const faults = (signatures: readonly SignatureFinding[]) =>
  signatures.map((one) => (one.isProven ? one.behind : one.fault))

export const swap = (
  from: Uint8Array,
  what: string | RegExp,
  by: string | ((all: string, ...groups: string[]) => string),
): Uint8Array<ArrayBuffer> => {
  const text = latin(from)
  const changed = text.replace(what, by as string)
  expect(changed).not.toBe(text)
  return fromLatin(changed)
}
