import { makePdf } from '../../fixtures/make-pdf.ts'
import type { ItemRecord } from '../../harness/wire-client.ts'
import { waitingIn } from '../publishing.ts'
import type { Dropping } from '../submissions.ts'

export const PDF = makePdf(1)

export const waiting = async ({ room }: Dropping): Promise<ItemRecord[]> =>
  (await waitingIn(room)).json.payload as ItemRecord[]
