import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { z } from 'zod'
import { type SealedColumn, sealedField } from '../../platform/crypto/sealed-column.ts'
import type { ReadPage } from '../../workers/render/index.ts'
import { gramsOfPages, tokensOf } from './grams.ts'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

const place = z.tuple([z.int().nonnegative(), z.int().nonnegative()])
const pages = z.array(z.object({ page: z.int().positive(), text: z.string(), unseen: z.array(place) }))

/** As what the text of the pages from this one on is sealed. */
export const blockPurpose = (contentUid: string, firstPage: number): string => `text:${contentUid}:${firstPage}`

/** The texts of documents, with the tokens by which they are found. */
export const sealedTextColumns: readonly SealedColumn[] = [
  {
    ...sealedField('text_blocks', 'sealed', blockPurpose, ['content_uid', 'first_page']),
    alongside: async (plaintext, indexKey) => ({ tokens: tokensOf(indexKey, gramsOfPages(await unpackPages(plaintext))) }),
  },
]

/** Pages as they are sealed: packed before, since nothing packs sealed bytes. */
export const packPages = (read: readonly ReadPage[]): Promise<Buffer> => deflate(JSON.stringify(read))

/** The pages of `packPages`. */
export async function unpackPages(packed: Buffer): Promise<ReadPage[]> {
  return pages.parse(JSON.parse((await inflate(packed)).toString('utf8')))
}

/** Whether there is text that the pages do not show. */
export const hasHidden = (read: readonly ReadPage[]): boolean =>
  read.some(({ text, unseen }) => unseen.some(([from, to]) => /\S/u.test(text.slice(from, to))))
