import { useEffect, useMemo, useState } from 'react'
import type { Ceremony } from '../../contract/features/signing.ts'
import { systemClock } from '../lib/browser/clock.ts'
import { type Fillings, fillingsIn, inReadingOrder, keptText } from './fillings.ts'
import { KeptFillings } from './kept-fillings.ts'

export const keptFillings = new KeptFillings(
  () => sessionStorage,
  () => localStorage,
  () => systemClock.now(),
)

const isEmpty = (fillings: Fillings): boolean => Object.keys(fillings).length === 0

export function useFillings({ boxes: given, participant: { id } }: Ceremony) {
  const boxes = useMemo(() => inReadingOrder(given), [given])
  const [fillings, setFillings] = useState<Fillings>(() => {
    const all = keptFillings.read().map((text) => fillingsIn(text, id, boxes))
    return all.find((each) => !isEmpty(each)) ?? {}
  })
  useEffect(() => {
    if (isEmpty(fillings)) return
    keptFillings.write(keptText(id, fillings))
    keptFillings.forgetAside((text) => !isEmpty(fillingsIn(text, id, boxes)))
  }, [id, boxes, fillings])
  const forget = () => keptFillings.forget((text) => !isEmpty(fillingsIn(text, id, boxes)))
  return { boxes, fillings, setFillings, forget }
}
