import type { PayloadOut } from '../../../../contract/core/operation.ts'
import { spot } from '../../../../contract/features/documents/spot.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import type { Api } from '../../../lib/api/api.ts'
import { itemsKey } from '../list/items-query.ts'

export type Spot = PayloadOut<typeof spot>

const NUMBER = /^[1-9]\d{0,8}(\.[1-9]\d{0,8})*$/

/** Returns undefined for no number. A final dot is accepted. */
export function numberIn(text: string): string | undefined {
  const number = text.trim().replace(/\.$/, '')
  return NUMBER.test(number) && number.length <= 400 ? number : undefined
}

export const aboveOf = (number: string): string => number.split('.').slice(0, -1).join('.')

export const spotQuery = (api: Api, roomId: number, number: string) => ({
  queryKey: [...itemsKey(roomId), 'spot', number],
  gcTime: 0,
  retry: false,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    api.call(spot, { body: { roomId, number } }, { signal }),
})

export const inItself = (items: readonly Item[], above: string): Item | undefined =>
  items.find(
    ({ index }) => index !== undefined && (above === index || above.startsWith(`${index}.`)),
  )
