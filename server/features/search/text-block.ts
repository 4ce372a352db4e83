import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { z } from 'zod'
import { type EncryptedColumn, encryptedField } from '../../platform/encryption/encrypted-column.ts'
import type { ReadPage } from '../../workers/render/index.ts'
import { gramsOfPages, packedTokens, tokensOf } from './grams.ts'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

const place = z.tuple([z.int().nonnegative(), z.int().nonnegative()])
const pages = z.array(
  z.object({ page: z.int().positive(), text: z.string(), unseen: z.array(place) }),
)

/** The sign is ignored, so blocks replace others without encryption. */
export const blockPurpose = (contentUid: string, firstPage: number): string =>
  `text:${contentUid}:${Math.abs(firstPage)}`

export const encryptedTextColumns: readonly EncryptedColumn[] = [
  {
    ...encryptedField('text_blocks', 'sealed', blockPurpose, ['content_uid', 'first_page']),
    alongside: async (plaintext, indexKey) => ({
      packed: packedTokens(tokensOf(indexKey, gramsOfPages(await unpackPages(plaintext)))),
      tokens: null,
    }),
  },
]

/** Encrypted bytes do not compress. */
export const packPages = (read: readonly ReadPage[]): Promise<Buffer> =>
  deflate(JSON.stringify(read))

export async function unpackPages(packed: Buffer): Promise<ReadPage[]> {
  return pages.parse(JSON.parse((await inflate(packed)).toString('utf8')))
}

export const hasHidden = (read: readonly ReadPage[]): boolean =>
  read.some(({ text, unseen }) => unseen.some(([from, to]) => /\S/u.test(text.slice(from, to))))
